// The linter of the sandbox's page: the recommended rules, with types, and some that find further mistakes.
// CONTRIBUTING.md says why each package is here.

import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig({
  files: ['sandbox/page/*.{js,ts}'],
  extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
  languageOptions: { parserOptions: { projectService: true } },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'consistent-return': 'error',
    'default-param-last': 'error',
    eqeqeq: 'error',
    'max-len': ['error', { code: 120, ignoreRegExpLiterals: true, ignorePattern: '^  \\w+: [\'"].*[\'"],$' }], // texts, icons
    'max-lines-per-function': ['error', { max: 40, skipComments: true }],
    'no-implicit-coercion': 'error',
    'no-nested-ternary': 'error',
    'no-param-reassign': 'error',
    'no-sequences': 'error',
    'no-shadow': 'error',
    'no-undef': 'off', // tsc knows what a browser has
    'no-unneeded-ternary': 'error',
    'no-unused-expressions': 'error',
    'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
    'no-var': 'error',
    'object-shorthand': 'error',
    'prefer-const': 'error',
    '@typescript-eslint/no-unnecessary-condition': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
});

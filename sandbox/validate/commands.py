"""The limits of application commands."""

from __future__ import annotations

import unicodedata

from sandbox.world.api_errors import Form, Path
from sandbox.world.payload import Json

CHAT_INPUT, USER, MESSAGE, ENTRY_POINT = 1, 2, 3, 4
SUB_COMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
OPTIONS, CHOICES, TOTAL, NAME, DESCRIPTION, CHOICE = 25, 25, 8000, 32, 100, 100
_LOCALES = """
id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR
ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko
"""
LOCALES = frozenset(_LOCALES.split())
_OPTION_TYPES = (tuple(range(1, 12)), (SUB_COMMAND, *range(3, 12)), tuple(range(3, 12)))
"""The types of the options of a command, of a group and of a subcommand, in this order."""


def check_command(form: Form, path: Path, command: object) -> None:
    """Record every error of a command."""
    if not isinstance(command, dict):
        form.wrong(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    kind = command.get("type") or CHAT_INPUT
    form.choice((*path, "type"), kind, (CHAT_INPUT, USER, MESSAGE, ENTRY_POINT))
    _check_names(form, path, command, is_chat=kind == CHAT_INPUT)
    for key, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        for index, number in enumerate(form.array((*path, key), command.get(key), 0, len(allowed))):
            form.choice((*path, key, index), number, allowed)
    needed = command.get("default_member_permissions")
    if needed is not None and not str(needed).isdecimal():
        text = f'Could not interpret "{needed}" as permissions.'
        form.wrong((*path, "default_member_permissions"), "PERMISSIONS_TYPE_CONVERT", text)
    _check_options(form, path, command.get("options"), depth=0)
    if _weight(command) > TOTAL:
        text = f"Command exceeds maximum size ({TOTAL})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_names(form: Form, path: Path, definition: Json, is_chat: bool = True) -> None:
    """Check a name and a description with their localizations."""
    names: dict[Path, object] = {("name",): definition.get("name")}
    localized_names = definition.get("name_localizations") or {}
    names |= {("name_localizations", locale): translation for locale, translation in localized_names.items()}
    for where, name in names.items():
        if form.text((*path, *where), name, 1, NAME) and is_chat and not _is_name(str(name)):
            text = "Command name is invalid"
            form.wrong((*path, *where), "APPLICATION_COMMAND_INVALID_NAME", text)
    texts: dict[Path, object] = {("description",): definition.get("description")}
    localized = definition.get("description_localizations") or {}
    texts |= {("description_localizations", locale): translation for locale, translation in localized.items()}
    for where, description in texts.items():
        if is_chat:
            form.text((*path, *where), description, 1, DESCRIPTION)
        elif description:
            form.wrong((*path, *where), "BASE_TYPE_MAX_LENGTH", "Must be 0 or fewer in length.")
    _check_locales(form, path, definition, "name_localizations", "description_localizations")


def _check_locales(form: Form, path: Path, definition: Json, *keys: str) -> None:
    for key in keys:
        for locale in definition.get(key) or {}:
            if locale not in LOCALES:
                form.wrong((*path, key), "LOCALE_INVALID", f'"{locale}" is not a locale of Discord.')


def _is_name(name: str) -> bool:
    """Return whether `name` is lower-case and has only letters, digits and the characters - _ ' ʼ."""
    return name == name.lower() and all(
        character in "-_'ʼ" or unicodedata.category(character)[0] in "LN" or _is_vowel_sign(character)
        for character in name
    )


def _is_vowel_sign(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and unicodedata.name(character, "").startswith(
        ("DEVANAGARI", "THAI")
    )


def _check_options(form: Form, path: Path, options: object, depth: int) -> None:
    listed = form.array((*path, "options"), options, 0, OPTIONS)
    names: set[str] = set()
    was_optional = False
    for index, option in enumerate(listed):
        option_path = (*path, "options", index)
        allowed = _OPTION_TYPES[depth]
        if not isinstance(option, dict) or not form.choice(
            (*option_path, "type"), option.get("type"), allowed
        ):
            continue
        _check_names(form, option_path, option)
        if option.get("name") in names:
            form.wrong(
                (*option_path, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_USED",
                "Option name already used",
            )
        names.add(str(option.get("name")))
        if option.get("required") and was_optional:
            text = "Required options must be placed before non-required options"
            form.wrong((*option_path, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        was_optional = was_optional or not option.get("required")
        if option["type"] in (SUB_COMMAND, GROUP):
            _check_options(
                form, option_path, option.get("options"), 2 if option["type"] == SUB_COMMAND else 1
            )
        else:
            _check_choices(form, option_path, option)
    if len(set(map(_is_subcommand, listed))) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _is_subcommand(option: object) -> bool:
    """Return whether an option is a subcommand or a group of them."""
    return isinstance(option, dict) and option.get("type") in (SUB_COMMAND, GROUP)


def _check_choices(form: Form, path: Path, option: Json) -> None:
    choices = form.array((*path, "choices"), option.get("choices"), 0, CHOICES)
    if choices and option.get("autocomplete"):
        text = "Autocomplete and choices are mutually exclusive"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES", text)
    if option.get("autocomplete") and option["type"] not in (STRING, INTEGER, NUMBER):
        text = "Autocomplete is for strings, integers and numbers"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_TYPE", text)
    check_choices(form, (*path, "choices"), choices, option["type"])
    form.number((*path, "min_length"), option.get("min_length"), 0, 6000)
    form.number((*path, "max_length"), option.get("max_length"), 1, 6000)


def check_choices(form: Form, path: Path, choices: list[object], kind: int) -> None:
    """Record every error of an option's choices, fixed ones or those of an autocomplete."""
    names: set[str] = set()
    for index, listed in enumerate(choices):
        choice_path = (*path, index)
        choice = listed if isinstance(listed, dict) else {}
        form.text((*choice_path, "name"), choice.get("name"), 1, CHOICE)
        for locale, name in (choice.get("name_localizations") or {}).items():
            form.text((*choice_path, "name_localizations", locale), name, 1, CHOICE)
        _check_locales(form, choice_path, choice, "name_localizations")
        if kind == STRING:
            form.text((*choice_path, "value"), choice.get("value"), 1, CHOICE)
        elif isinstance(choice.get("value"), bool) or not isinstance(choice.get("value"), (int, float)):
            form.wrong(
                (*choice_path, "value"),
                "NUMBER_TYPE_COERCE",
                f'Value "{choice.get("value")}" is not a number.',
            )
        if choice.get("name") in names:
            text = "Option choice name already used"
            form.wrong((*choice_path, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", text)
        names.add(str(choice.get("name")))


def _weight(definition: Json) -> int:
    """Return the characters of names, descriptions and values; of localized texts only the longest counts."""
    total = 0
    for key in ("name", "description"):
        localized = (definition.get(f"{key}_localizations") or {}).values()
        total += max(len(str(text or "")) for text in (definition.get(key), *localized))
    total += sum(
        _weight(choice) + len(str(choice.get("value"))) for choice in definition.get("choices") or []
    )
    return total + sum(
        _weight(option) for option in definition.get("options") or [] if isinstance(option, dict)
    )

// Every text of the page itself, in English and Korean. Start reading at `t`.

const EN = {
  reconnecting: 'Connection lost. Reconnecting…',
  connecting: 'Connecting…',
  directMessages: 'Direct Messages',
  servers: 'Servers',
  channels: 'Channels',
  openChannels: 'Open channel list',
  members: 'Members',
  toggleMembers: 'Show or hide members',
  memberApps: 'Apps — {n}',
  memberPeople: 'People — {n}',
  app: 'APP',
  you: 'you',
  switchPerson: 'Switch person',
  switchHint: 'This window switches to that person. Open a second window to act as two people at once.',
  newWindowAs: 'Open as {name} in a new window',
  beInThisWindow: 'Switch to {name} in this window',
  newPerson: 'Name of a new person',
  addPerson: 'Add',
  light: 'Switch to light theme',
  dark: 'Switch to dark theme',
  view: 'View',
  plainWindow: 'This window',
  phoneDevice: 'Android phone, {name}',
  desktopDevice: 'Desktop, {name}',
  noLatency: 'No delay to the bot',
  latency: 'Delay to the bot: {n} ms each way',
  showDescriptions: 'Show image descriptions',
  hideDescriptions: 'Hide image descriptions',
  welcome: 'Welcome to #{name}!',
  welcomeDetail: 'This is the beginning of the channel. Type / to see what the bot can do.',
  welcomeThread: 'This is the beginning of the thread.',
  welcomeDm: 'This is the beginning of your direct messages with {name}.',
  welcomeGroup: 'This is the beginning of the group {name}.',
  write: 'Message {name}',
  writeTo: 'Message {name}',
  send: 'Send',
  commandsButton: 'Use a command',
  replyingTo: 'Replying to {name}',
  cancelReply: 'Cancel reply',
  reply: 'Reply',
  copyText: 'Copy text',
  copyId: 'Copy message ID',
  copied: 'Copied',
  apps: 'Apps',
  remove: 'Delete message',
  more: 'More',
  mention: 'Mention',
  sendMessage: 'Send message',
  edited: '(edited)',
  onlyYou: 'Only you can see this',
  dismiss: 'Dismiss message',
  thinking: '{name} is thinking…',
  used: 'used',
  sending: 'Sending command…',
  failed: 'This interaction failed',
  noAnswer: 'The application did not respond',
  offlineFailed: 'The application is offline',
  threadStarted: '{name} started a thread: {thread}',
  joined: '{name} joined the server.',
  pinned: '{name} pinned a message.',
  typing: '{names} is typing…',
  typingMany: '{names} are typing…',
  replyGone: 'Original message was deleted',
  replyAttachment: 'Click to see attachment',
  newMessages: 'New messages',
  unread: 'unread',
  mentions: '{n} mentions',
  online: 'Online',
  offline: 'Offline',
  botOffline: '{name} is offline',
  log: 'Bot log',
  showLog: 'Show bot log',
  logEmpty: 'Nothing has been logged yet.',
  close: 'Close',
  original: 'Open original',
  image: 'Image',
  spoiler: 'Spoiler',
  reveal: 'Reveal spoiler',
  download: 'Download {name}',
  choose: 'Choose an option',
  chooseMany: 'Choose {min} to {max}',
  done: 'Done',
  noOptions: 'No options available',
  noMatch: 'No matches',
  commands: 'Commands',
  noDms: 'No direct messages yet. Select a name to send one.',
  message: 'message',
  noCommands: 'No commands yet. The bot registers them when it starts.',
  noSuchCommand: 'No such command: {name}',
  options: 'Options',
  optional: 'optional',
  required: 'required',
  moreOptions: '+ {n} optional',
  sendHint: 'Press Enter to send',
  loading: 'Loading…',
  cancelCommand: 'Cancel command',
  removeOption: 'Remove {name}',
  needOption: '“{name}” is required.',
  needChoice: '“{name}”: choose an option from the list.',
  needInteger: '“{name}” must be a whole number.',
  needNumber: '“{name}” must be a number.',
  needMin: '“{name}” must be at least {n}.',
  needMax: '“{name}” must be at most {n}.',
  needShort: '“{name}” must have at least {n} characters.',
  needLong: '“{name}” must have at most {n} characters.',
  needUser: '“{name}”: there is no such person here.',
  needChannel: '“{name}”: there is no such channel here.',
  unsupported: 'This page does not support the option “{name}”.',
  unknownText: 'Not an option of this command: {text}',
  yes: 'True',
  no: 'False',
  submit: 'Submit',
  cancel: 'Cancel',
  fieldRequired: 'This field is required.',
  fieldShort: 'At least {n} characters.',
  fieldLong: 'At most {n} characters.',
  fieldFew: 'Choose at least {n}.',
  modalFailed: 'Something went wrong. Try again.',
  modalWarning: 'This form goes to {name}. Do not share passwords or other sensitive information.',
  threads: 'Threads',
  loadFailed: 'The server did not answer.',
  today: 'Today',
};

/** @typedef {keyof typeof EN} TextKey */

/** @type {Record<TextKey, string>} */
const KO = {
  reconnecting: '연결이 끊겼습니다. 다시 연결하는 중…',
  connecting: '연결하는 중…',
  directMessages: '다이렉트 메시지',
  servers: '서버',
  channels: '채널',
  openChannels: '채널 목록 열기',
  members: '멤버',
  toggleMembers: '멤버 목록 보기/숨기기',
  memberApps: '앱 — {n}',
  memberPeople: '사람 — {n}',
  app: '앱',
  you: '나',
  switchPerson: '사용자 전환',
  switchHint: '이 창이 고른 사람의 화면으로 바뀝니다. 창을 하나 더 열면 두 사람으로 둘 수 있습니다.',
  newWindowAs: '새 창에서 {name} 님으로 열기',
  beInThisWindow: '이 창을 {name} 님으로 전환',
  newPerson: '새 사람의 이름',
  addPerson: '추가',
  light: '밝은 테마로 바꾸기',
  dark: '어두운 테마로 바꾸기',
  view: '보기',
  plainWindow: '이 창',
  phoneDevice: '안드로이드 휴대폰, {name}',
  desktopDevice: '데스크톱, {name}',
  noLatency: '봇까지 지연 없음',
  latency: '봇까지 지연: 편도 {n} ms',
  showDescriptions: '이미지 설명 보기',
  hideDescriptions: '이미지 설명 숨기기',
  welcome: '#{name}에 오신 걸 환영합니다!',
  welcomeDetail: '채널의 첫 부분입니다. /를 입력하면 봇의 명령어가 나옵니다.',
  welcomeThread: '스레드의 첫 부분입니다.',
  welcomeDm: '{name} 님과 나눈 다이렉트 메시지의 첫 부분입니다.',
  welcomeGroup: '{name} 그룹의 첫 부분입니다.',
  write: '{name}에 메시지 보내기',
  writeTo: '{name}에게 메시지 보내기',
  send: '보내기',
  commandsButton: '명령어 쓰기',
  replyingTo: '{name} 님에게 답장하는 중',
  cancelReply: '답장 취소',
  reply: '답장',
  copyText: '텍스트 복사',
  copyId: '메시지 ID 복사',
  copied: '복사했습니다',
  apps: '앱',
  remove: '메시지 삭제',
  more: '더 보기',
  mention: '멘션',
  sendMessage: '메시지 보내기',
  edited: '(수정됨)',
  onlyYou: '나만 볼 수 있는 메시지입니다',
  dismiss: '메시지 닫기',
  thinking: '{name} 님이 생각하는 중…',
  used: '님이 사용함:',
  sending: '명령어를 보내는 중…',
  failed: '상호작용 실패',
  noAnswer: '애플리케이션이 응답하지 않았습니다',
  offlineFailed: '애플리케이션이 오프라인입니다',
  threadStarted: '{name} 님이 스레드를 시작했습니다: {thread}',
  joined: '{name} 님이 서버에 들어왔습니다.',
  pinned: '{name} 님이 메시지를 고정했습니다.',
  typing: '{names} 님이 입력하는 중…',
  typingMany: '{names} 님이 입력하는 중…',
  replyGone: '원본 메시지가 삭제되었습니다',
  replyAttachment: '눌러서 첨부 파일 보기',
  newMessages: '새 메시지',
  unread: '읽지 않음',
  mentions: '멘션 {n}개',
  online: '온라인',
  offline: '오프라인',
  botOffline: '{name} 오프라인',
  log: '봇 로그',
  showLog: '봇 로그 보기',
  logEmpty: '아직 기록이 없습니다.',
  close: '닫기',
  original: '원본 열기',
  image: '이미지',
  spoiler: '스포일러',
  reveal: '스포일러 보기',
  download: '{name} 다운로드',
  choose: '선택하세요',
  chooseMany: '{min}–{max}개 선택',
  done: '완료',
  noOptions: '선택할 항목이 없습니다',
  noMatch: '검색 결과가 없습니다',
  commands: '명령어',
  noDms: '아직 다이렉트 메시지가 없습니다. 이름을 눌러 메시지를 보내 보세요.',
  message: '메시지',
  noCommands: '아직 명령어가 없습니다. 봇이 켜지면 등록됩니다.',
  noSuchCommand: '없는 명령어입니다: {name}',
  options: '옵션',
  optional: '선택 사항',
  required: '필수',
  moreOptions: '옵션 {n}개 더',
  sendHint: 'Enter로 보내기',
  loading: '불러오는 중…',
  cancelCommand: '명령어 취소',
  removeOption: '{name} 빼기',
  needOption: '‘{name}’ 옵션은 꼭 필요합니다.',
  needChoice: '‘{name}’: 목록에서 골라 주세요.',
  needInteger: '‘{name}’: 정수를 입력해 주세요.',
  needNumber: '‘{name}’: 숫자를 입력해 주세요.',
  needMin: '‘{name}’: {n} 이상이어야 합니다.',
  needMax: '‘{name}’: {n} 이하여야 합니다.',
  needShort: '‘{name}’: {n}자 이상이어야 합니다.',
  needLong: '‘{name}’: {n}자 이하여야 합니다.',
  needUser: '‘{name}’: 그런 사람이 없습니다.',
  needChannel: '‘{name}’: 그런 채널이 없습니다.',
  unsupported: '‘{name}’: 이 페이지에서는 쓸 수 없는 옵션입니다.',
  unknownText: '이 명령어에 없는 옵션입니다: {text}',
  yes: '예',
  no: '아니요',
  submit: '제출',
  cancel: '취소',
  fieldRequired: '꼭 입력해야 합니다.',
  fieldShort: '{n}자 이상 입력해 주세요.',
  fieldLong: '{n}자까지 입력할 수 있습니다.',
  fieldFew: '{n}개 이상 골라 주세요.',
  modalFailed: '문제가 생겼습니다. 다시 시도해 주세요.',
  modalWarning: '이 양식은 {name}에 전달됩니다. 비밀번호 같은 민감한 정보는 쓰지 마세요.',
  threads: '스레드',
  loadFailed: '서버가 응답하지 않습니다.',
  today: '오늘',
};

/** @type {Record<string, string>} */
const OTHER_ENGLISH = { 'en-US': 'en-GB', 'en-GB': 'en-US' };

let current = 'en-US';

/**
 * Sets the language of the page: Korean, or English for any other locale.
 * @param {string | undefined} code
 */
export function setLanguage(code) {
  current = code || 'en-US';
  document.documentElement.lang = current;
}

/** The locale for dates and names. */
export function locale() {
  return current;
}

/**
 * The text of a key, with its {holes} filled.
 * @param {TextKey} key
 * @param {Record<string, string | number | undefined>} holes
 */
export function t(key, holes = {}) {
  const table = current.startsWith('ko') ? KO : EN;
  return table[key].replace(/\{(\w+)\}/g, (hole, /** @type {string} */ name) => String(holes[name] ?? hole));
}

/**
 * The entry of a Discord localization table in the person's language, or the default. As in Discord's clients, the two
 * kinds of English stand in for each other.
 * @param {Record<string, string> | null | undefined} table
 * @param {string} fallback
 */
export function localized(table, fallback) {
  return table?.[current] ?? table?.[OTHER_ENGLISH[current] ?? ''] ?? fallback;
}

/** @type {Record<string, string | undefined>} */
const LANGUAGES = { ko: '한국어', 'en-US': 'English (US)', 'en-GB': 'English (UK)', ja: '日本語' };

/**
 * A locale's name in its own language.
 * @param {string | undefined} code
 */
export function languageName(code = '') {
  return LANGUAGES[code] ?? code;
}

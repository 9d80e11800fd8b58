// The frames of the socket (PROTOCOL.md), and what the page's modules pass to each other; for the type checker and for
// editors.

import type { Channel, Choice, Command, Emoji, Guild, Id, Message, Modal, Scalar, User } from './discord.d.ts';
import type { Interactions } from './interactions.js';
import type { Store } from './store.js';

// --- Frames of the socket ------------------------------------------------------------------------------

export interface Hello {
  me: User;
  users: User[];
  guilds: Guild[];
  dms: Channel[];
  messages: Record<Id, Message[]>;
  commands: Record<string, Command[]>; // by guild; 'global': in all of them
  bot: Bot;
  now: number; // seconds since 1970
}

export interface Bot {
  user?: User; // absent before HELLO
  online: boolean;
  activity?: string | null;
  log: string[];
}

export interface Frames {
  HELLO: Hello;
  MESSAGE_CREATE: Message;
  MESSAGE_UPDATE: Message;
  MESSAGE_DELETE: { id: Id; channel_id: Id };
  CHANNEL_CREATE: Channel;
  CHANNEL_UPDATE: Channel;
  CHANNEL_DELETE: { id: Id };
  MEMBER_ADD: { user: User; guild_id: Id };
  MEMBER_REMOVE: { user: User; guild_id: Id };
  TYPING: { channel_id: Id; user_id: Id };
  COMMANDS: Hello['commands'];
  BOT: Bot;
  LOG: { line: string };
}

export interface InteractionFrames {
  INTERACTION_ACK: { nonce: string; interaction_id: Id; type: number };
  INTERACTION_MODAL: { nonce: string; interaction_id: Id; modal: Modal };
  INTERACTION_AUTOCOMPLETE: { nonce: string; choices: Choice[] };
  /** `refused` is the page's own reason: the server did not take the interaction; `sentence` says why. */
  INTERACTION_FAILED: { nonce: string; reason: 'timeout' | 'offline' | 'refused'; sentence?: string };
}

type FrameOf<Table> = { [Name in keyof Table]: { t: Name; d: Table[Name] } }[keyof Table];

export type InteractionFrame = FrameOf<InteractionFrames>;
export type ModalFrame = InteractionFrame & { t: 'INTERACTION_MODAL' };
export type Frame = FrameOf<Frames> | InteractionFrame;

// --- Elements (dom.js) ---------------------------------------------------------------------------------

/** What becomes a child; empty values are left out. A number is none: `list.length && …` would show a 0. */
export type Child = Node | string | false | null | undefined | readonly Child[];

export type Attribute = string | number | boolean | null | undefined;

type AttributeName =
  | 'alt' | 'autocapitalize' | 'autocomplete' | 'class' | 'datetime' | 'decoding' | 'disabled' | 'download'
  | 'draggable' | 'enterkeyhint' | 'for' | 'height' | 'hidden' | 'href' | 'id' | 'inputmode' | 'loading' | 'maxlength'
  | 'multiple' | 'novalidate' | 'placeholder' | 'rel' | 'role' | 'rows' | 'size' | 'spellcheck' | 'src' | 'start'
  | 'tabindex' | 'target' | 'title' | 'type' | 'value' | 'width' | `aria-${string}` | `data-${string}`;

type Listener<Name extends keyof HTMLElementEventMap, E> =
  (event: HTMLElementEventMap[Name] & { currentTarget: E }) => unknown;

/** An element's attributes (left out if undefined, null or false), listeners (`onclick`), `dataset` and `style`. */
export type Props<E extends Element = HTMLElement> = { [Name in AttributeName]?: Attribute } & {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: Listener<Name, E>;
} & {
  dataset?: Record<string, string | null | undefined>;
  style?: Record<string, string | number>;
};

// --- What the page's modules pass to each other --------------------------------------------------------

/** The events of the store, with what each passes to its listeners. */
export interface StoreEvents {
  hello: undefined;
  active: Id; // the channel that was opened
  channels: undefined; // a channel, or what is unread in it
  message: Message;
  update: Message;
  delete: { id: Id; channelId: Id };
  note: Id; // a message to draw again, because of an interaction with it
  typing: Id; // the channel
  commands: undefined;
  people: undefined; // somebody joined or left a guild
  bot: undefined;
  log: undefined;
  interaction: InteractionFrame;
  'lost-channel': undefined;
}

/** What the parts of a message need: where they look things up, and what their controls do. */
export interface Context {
  store: Store;
  interactions: Interactions;
  commandLabel: (path: string) => string;
  onChannel: (channelId: Id | undefined) => void;
  onPlace: (channelId: Id, messageId: Id | undefined) => void;
  onDismiss: (message: Message) => void;
  onMenu: (message: Message, anchor: HTMLElement, point?: Box) => void;
  onUser: (user: User, anchor: HTMLElement) => void;
  onCommand: (path: string) => void;
  onReply: (message: Message) => void;
  onJump: (messageId: Id) => void;
}

/** Where a popup is placed, in pixels of the window. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width'>;

/** Where an interaction began; an interaction without a message comes from the composer. */
export interface Place {
  messageId?: Id;
  channelId?: Id;
  customId?: string;
}

/** An item to choose: in a select, or among the suggestions for a command's option. */
export interface Item<V extends Scalar = Scalar> {
  value: V;
  label: string;
  name?: string; // the label in English
  description?: string;
  user?: User;
  icon?: 'hash' | 'thread' | 'people';
  emoji?: Emoji;
}

/** An option of a select; `chosen` before any press. */
export interface SelectItem extends Item<string> {
  chosen: boolean;
}

// Discord's objects (REST and Gateway v10) with the fields that the page reads, for the type checker and for editors.
// Where discord.py sends null for what is not set, the type says so: a default in a parameter would not replace it.

// --- People and places ---------------------------------------------------------------------------------

export type Id = string; // a snowflake

export interface User {
  id: Id;
  username: string;
  global_name?: string | null;
  bot?: boolean;
  locale?: string; // this and the next two: of the sandbox only
  avatar_color?: string | number | null;
  has_app?: boolean;
}

export interface Role {
  id: Id;
  name: string;
  position: number;
}

export interface Channel {
  id: Id;
  type: number;
  name?: string;
  guild_id?: Id;
  parent_id?: Id | null;
  position?: number;
  recipients?: User[]; // of a DM or a group
  thread_metadata?: { archived: boolean };
}

export interface Guild {
  id: Id;
  name: string;
  preferred_locale: string;
  owner_id: Id;
  roles: Role[];
  members: Id[];
  channels: Channel[];
}

// --- Messages ------------------------------------------------------------------------------------------

export interface Message {
  id: Id;
  channel_id: Id;
  type?: number;
  author?: User;
  content?: string;
  flags: number;
  timestamp: string; // ISO 8601, as every timestamp
  edited_timestamp?: string | null;
  mentions?: User[];
  mention_everyone?: boolean;
  attachments?: Attachment[];
  embeds?: Embed[];
  components?: Component[];
  message_reference?: { message_id?: Id; channel_id?: Id };
  referenced_message?: Message | null;
  interaction_metadata?: UsedCommand;
  interaction?: UsedCommand; // the older form of the same
  thread?: Channel;
  /** Of a line that exists in this window only: 'sending', or the sentence that says what went wrong. */
  local?: string | null;
}

export interface UsedCommand {
  user: User;
  name?: string;
}

/** What an image or a file takes from a message: a component's `media`, an attachment, or both merged. */
export interface Media {
  url: string;
  width?: number | null;
  height?: number | null;
  description?: string | null;
  filename?: string;
  name?: string;
  size?: number;
}

export interface Attachment extends Media {
  id: Id;
  filename: string;
  content_type?: string;
}

export interface Embed {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  timestamp?: string;
  author?: { name: string };
  footer?: { text: string };
  image?: Media;
  thumbnail?: Media;
  fields?: EmbedField[];
}

export interface EmbedField {
  name: string;
  value: string;
  inline?: boolean;
}

// --- Components ----------------------------------------------------------------------------------------

export type Component =
  | ActionRow | Button | SelectMenu | TextInput | Section | TextDisplay | Thumbnail | MediaGallery | FileDisplay
  | Separator | Container | Label | FileUpload;

export interface ActionRow {
  type: 1;
  id?: number;
  components: Component[];
}

export interface Button {
  type: 2;
  style: number;
  label?: string;
  emoji?: Emoji;
  disabled?: boolean;
  custom_id?: string; // of all but links
  url?: string;
}

export interface Emoji {
  id?: Id | null;
  name: string | null;
}

/** A select of strings (3), people (5), roles (6), people and roles (7) or channels (8). */
export interface SelectMenu {
  type: 3 | 5 | 6 | 7 | 8;
  id?: number;
  custom_id: string;
  placeholder?: string;
  min_values?: number | null;
  max_values?: number | null;
  disabled?: boolean;
  required?: boolean; // in modals
  options?: SelectOption[];
  default_values?: { id: Id }[];
  channel_types?: number[];
}

export interface SelectOption {
  value: string;
  label: string;
  description?: string;
  emoji?: Emoji;
  default?: boolean;
}

export interface TextInput {
  type: 4;
  id?: number;
  custom_id: string;
  style: number;
  label?: string | null;
  value?: string | null;
  placeholder?: string | null;
  min_length?: number | null;
  max_length?: number | null;
  required?: boolean;
}

export interface Section {
  type: 9;
  components: Component[];
  accessory?: Component;
}

export interface TextDisplay {
  type: 10;
  id?: number;
  content: string;
}

export interface Thumbnail {
  type: 11;
  media: Media;
  description?: string | null;
  spoiler?: boolean;
}

export interface MediaGallery {
  type: 12;
  items: { media: Media; description?: string | null; spoiler?: boolean }[];
}

export interface FileDisplay {
  type: 13;
  file: Media;
  name?: string;
  size?: number;
}

export interface Separator {
  type: 14;
  divider?: boolean;
  spacing?: number;
}

export interface Container {
  type: 17;
  components: Component[];
  accent_color?: number | null;
  spoiler?: boolean;
}

export interface Label {
  type: 18;
  id?: number;
  label: string;
  description?: string;
  component: Field;
}

export interface FileUpload {
  type: 19;
  id?: number;
  custom_id: string;
  max_values?: number | null; // null: one
  required?: boolean;
}

/** What a person fills in. */
export type Field = TextInput | SelectMenu | FileUpload;

export interface Modal {
  custom_id: string;
  title: string;
  components: Component[]; // rows, labels and texts
}

// --- Commands ------------------------------------------------------------------------------------------

type Localizations = Record<string, string> | null;

interface CommandNode {
  type?: number;
  name: string;
  name_localizations?: Localizations;
  description: string;
  description_localizations?: Localizations;
  options?: CommandOption[];
}

export interface Command extends CommandNode {
  id: Id;
  contexts?: number[] | null;
  integration_types?: number[];
  dm_permission?: boolean;
  default_member_permissions?: string | null;
}

export interface CommandOption extends CommandNode {
  type: number;
  required?: boolean;
  autocomplete?: boolean;
  choices?: Choice[];
  channel_types?: number[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
}

export interface Choice {
  name: string;
  name_localizations?: Localizations;
  value: string | number;
}

/** An option of an interaction: a subcommand with `options`, or a filled-in option with its `value`. */
export interface OptionValue {
  type: number;
  name: string;
  value?: Value;
  options?: OptionValue[];
  focused?: boolean;
}

export type Scalar = string | number | boolean;
export type Value = Scalar | FileContent;

export interface FileContent {
  filename: string;
  content_type: string;
  data: string; // base64
}

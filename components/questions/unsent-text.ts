/**
 * The text that stays in a field after its text `sent` was sent. `text` is the field's text now: what was typed after
 * `sent` while the message was being sent stays. Returns '' if the text was changed in another way.
 */
export const unsentText = (sent: string, text: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : ''

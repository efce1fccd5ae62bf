/**
 * The text that a field keeps after `sent` was sent from it: what was typed behind it while the message was on its way.
 * '' if the text was changed in another way.
 */
export const textAfter = (sent: string, text: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : ''

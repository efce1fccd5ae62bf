import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Mail = { to: string[]; text: string }

/** A running mail server, the mails that it has received, and the count of connections to it so far. */
export type MailServer = { url: string; mails: Mail[]; connections: () => number; stop(): Promise<void> }

/** Error with which a handler of the test's mail server refuses a step, such as `smtpRefusal(550, 'no such user')`. */
export const smtpRefusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** Starts an SMTP server on a free port, which collects the mails that it receives; `options` can make it misbehave. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_, done) => {
      connections++
      done()
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Text of a mail that has only one part, decoded from base64 or quoted-printable. */
export function decodeMailText({ text }: Mail): string {
  const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/)
  return /content-transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64').toString('utf8')
    : decodeQuotedPrintable(body)
}

const decodeQuotedPrintable = (text: string): string => {
  const joined = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(joined, 'latin1').toString('utf8').trim()
}

import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { fingerprint } from '#lib/core/crypto.ts'
import { refuseInTransaction } from '#lib/core/db.ts'
import type { Carrier, OutgoingMessage, SendOutcome } from './rules.ts'

type SmtpSettings = {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  url: string
  /** Sender: `name <address>` or an address. */
  from: string
  /** Timeout of each step of the exchange with the mail server, in milliseconds. */
  timeout?: number
}

const TIMEOUT_MS = 20_000
const loopbackHost = /^(127(\.\d+){3}|localhost|\[::1\])$/

const senderAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/**
 * Options of a connection to the mail server. With a password TLS is required, except on loopback; without a password
 * TLS is used if the server offers it.
 */
function connectionOptions({ url, timeout = TIMEOUT_MS }: SmtpSettings) {
  const { protocol, hostname, port, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && password !== '' && !loopbackHost.test(hostname),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    socketCloseTimeout: 0,
  }
}

/**
 * Message-ID of a mail. It is the same at each attempt to send the message, so that the receiver can recognize a
 * duplicate.
 */
const messageId = (id: number, from: string): string =>
  `<${fingerprint('message-id', String(id)).toString('hex').slice(0, 32)}@${senderAddress(from).split('@')[1] ?? 'localhost'}>`

function composeMail({ id, to, subject, body }: OutgoingMessage, from: string): Promise<Buffer> {
  const mail = new MailComposer({
    from,
    // An object, because a string that contains a comma would be split into two recipients.
    to: { name: '', address: to },
    subject,
    text: body,
    messageId: messageId(id, from),
    headers: { 'auto-submitted': 'auto-generated' },
  })
  return mail.compile().build()
}

type StepDone = (error?: Error | null | undefined) => void

/**
 * Runs one step of the exchange with the mail server. Rejects if the step fails, or if the connection fails during it.
 */
const runStep = (connection: SMTPConnection, start: (done: StepDone) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject)
    start((error) => (error ? reject(error) : resolve()))
  })

/** `hasBegun`: the mail server has received data of the mail. */
type SendProgress = { hasBegun: boolean }

/**
 * Stream of a mail, which sets `hasBegun` when it is first read: from then on the mail server has data and may deliver
 * the message.
 */
const mailStream = (mail: Buffer, progress: SendProgress): Readable =>
  new Readable({
    read() {
      progress.hasBegun = true
      this.push(mail)
      this.push(null)
    },
  })

async function runExchange(connection: SMTPConnection, url: URL, envelope: object, mail: Readable): Promise<void> {
  await runStep(connection, (done) => connection.connect(done))
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  if (user) await runStep(connection, (done) => connection.login({ user, pass }, done))
  await runStep(connection, (done) => connection.send(envelope, mail, done))
}

/**
 * Converts an error of the exchange to the outcome of sending. Keeps only the status code of the mail server's
 * response, because the text may contain addresses.
 */
function outcomeOfError(error: unknown, { hasBegun }: SendProgress): SendOutcome {
  const { responseCode, command = '', code = 'BROKEN' } = error as Record<string, string | undefined>
  const answer = Number(responseCode) || 0
  if (answer >= 500 && /^(MAIL FROM|RCPT TO|DATA)$/.test(command)) return { kind: 'refused', fault: `SMTP ${answer}` }
  // nodemailer itself refused the address, before anything was sent.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', fault: code }
  if (answer >= 400) return { kind: 'later', fault: `SMTP ${answer}` }
  return { kind: hasBegun ? 'unknown' : 'later', fault: code }
}

/**
 * Runs the whole exchange with a timeout. This also ends an exchange with a server that answers byte by byte, too
 * slowly for the timeouts of single steps to notice.
 */
async function withTimeout<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), milliseconds)
  })
  try {
    return await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the carrier that sends e-mails over SMTP, with one connection per message. */
export function smtpCarrier(settings: SmtpSettings): Carrier {
  const { from, timeout = TIMEOUT_MS } = settings
  const url = new URL(settings.url)
  return async (message) => {
    refuseInTransaction()
    const progress = { hasBegun: false }
    const connection = new SMTPConnection(connectionOptions(settings))
    // An error event without a listener would end the process. `runStep` handles the errors of its step.
    connection.on('error', () => undefined)
    try {
      const mail = mailStream(await composeMail(message, from), progress)
      const envelope = { from: senderAddress(from), to: [message.to] }
      await withTimeout(timeout * 3, () => runExchange(connection, url, envelope, mail))
      connection.quit()
      return { kind: 'sent' }
    } catch (error) {
      connection.close()
      return outcomeOfError(error, progress)
    }
  }
}

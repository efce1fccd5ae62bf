import type { SMTPServerAuthentication } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { smtpCarrier } from './smtp-carrier.ts'
import { type MailServer, startMailServer } from './testing/smtp.ts'

const letter = { id: 1, to: 'reader@example.com', subject: '안내', body: '본문' }
let server: MailServer | undefined
let seenLogins: (string | undefined)[] = []

type LoginDone = (error: Error | null, answer?: { user: string }) => void

const serverOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }: SMTPServerAuthentication, _: unknown, done: LoginDone) => {
    seenLogins.push(`${username} ${password}`)
    done(password === 'p@ss:word' ? null : new Error('wrong'), { user: 'shop' })
  },
}

const send = async (login: string, host: string, more = {}) => {
  seenLogins = []
  server = await startMailServer({ ...serverOptions, ...more })
  const url = server.url.replace('//127.0.0.1', `//${login}@${host}`)
  return smtpCarrier({ url, from: 'shop@example.com', timeout: 3_000 })(letter)
}

afterEach(() => server?.stop())

test('the user and password of the address are those it logs in with', async () => {
  expect(await send('shop:p%40ss%3Aword', '127.0.0.1')).toEqual({ kind: 'sent' })
  expect(seenLogins).toEqual(['shop p@ss:word'])
})

test('a wrong password is ours to mend: the message waits', async () => {
  expect(await send('shop:wrong', '127.0.0.1')).toEqual({ kind: 'later', fault: 'SMTP 535' })
})

test('a password goes over no network without TLS, nor to a server that can’t prove its name', async () => {
  for (const more of [{}, { disabledCommands: [] }]) {
    expect(await send('shop:p%40ss%3Aword', '0.0.0.0', more)).toMatchObject({ kind: 'later' })
    expect(seenLogins).toEqual([])
    await server?.stop()
  }
})

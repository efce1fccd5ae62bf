import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { makeDnsResolver } from './dns-resolver.ts'

const A = 1

let server: Socket

afterEach(() => {
  server.close()
})

/** Name and type of the record that a DNS question asks for, and the question itself. */
function questionOf(message: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), question: message.subarray(12, at + 5) }
}

/** DNS response to a question: one record with this address, or none. */
function answerTo(message: Buffer, question: Buffer, address: Buffer | null): Buffer {
  const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0])
  message.copy(head, 0, 0, 2)
  const record = address ? [Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, address.length]), address] : []
  return Buffer.concat([head, question, ...record])
}

/**
 * Starts a name server, and returns its address. It resolves every name to 203.0.113.5, but doesn't answer questions
 * about names of silent.example.
 */
async function startNameServer(): Promise<string> {
  server = createSocket('udp4', (message: Buffer, { address, port }: RemoteInfo) => {
    const { name, type, question } = questionOf(message)
    if (name.endsWith('silent.example')) return
    server.send(answerTo(message, question, type === A ? Buffer.from([203, 0, 113, 5]) : null), port, address)
  })
  server.bind(0)
  await once(server, 'listening')
  return `127.0.0.1:${server.address().port}`
}

test('names whose server stays silent delay no other name', async () => {
  const resolve = makeDnsResolver([await startNameServer()])
  const silent = Array.from({ length: 32 }, (_, at) => resolve(`n${at}.silent.example`).catch(() => 'no answer'))
  expect(await Promise.race([resolve('hooks.example'), ...silent])).toEqual([{ address: '203.0.113.5', family: 4 }])
  expect(await Promise.all(silent)).toEqual(Array(32).fill('no answer'))
}, 20_000)

test('a name that has no address is refused as one that the operating system doesn’t know', async () => {
  await startNameServer()
  await expect(makeDnsResolver(['127.0.0.1:1'])('nobody.example')).rejects.toThrow()
}, 20_000)

test('a name is given up in time, however many name servers stay silent', async () => {
  const address = await startNameServer()
  const started = performance.now()
  const servers = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((host) => address.replace('127.0.0.1', host))
  await expect(makeDnsResolver(servers)('n.silent.example')).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(7_000)
}, 60_000)

import { afterEach, expect, test, vi } from 'vitest'
import { env } from '#lib/core/env.ts'
import { send } from '#lib/web/testing/caller.ts'
import { kakaoLoginCall, naverLoginCall } from './calls.ts'
import { newSnsSubject, setUpLoginStandIns, withShortTimeout } from './testing/sns.ts'
import { jsonAnswer } from './testing/wire.ts'

afterEach(() => {
  vi.restoreAllMocks()
  env().LOG_LEVEL = 'silent'
})

test('the log names the fault and neither a secret, a code, a token nor what the provider said of them', async () => {
  const sns = await setUpLoginStandIns()
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  env().LOG_LEVEL = 'debug'
  const code = sns.kakao.codeFor(newSnsSubject())
  const described = { error: 'invalid_client', error_description: `no client for code=${code}`, error_code: 'KOE010' }
  sns.next('/oauth/token', jsonAnswer(401, described))
  await send(kakaoLoginCall, { body: { code } })
  sns.next('/v1/nid/me', 'silence')
  const naverCode = sns.naver.codeFor(newSnsSubject())
  const state = 'a-state-nobody-else-knows'
  await withShortTimeout(() => send(naverLoginCall, { body: { code: naverCode, state } }))
  await vi.waitFor(() => expect(lines.join('')).toMatch(/KOE010[\s\S]*(TIMED_OUT|BROKEN|UNREACHABLE)/), 60_000)
  const text = lines.join('')
  const secrets = [sns.naver.app.secret, sns.kakao.app.secret, code, naverCode, state, ...sns.naver.tokens.keys()]
  for (const secret of secrets) expect(text).not.toContain(secret)
  await sns.stop()
})

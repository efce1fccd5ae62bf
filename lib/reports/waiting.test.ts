import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { makeQuestion } from '#lib/questions/testing/questions.ts'
import { makeRequest } from '#lib/requests/testing/requests.ts'
import { waitingCounts } from './queries/waiting.ts'

test('the menu counts the questions and requests that wait for staff, and no request that a provider handles', async () => {
  const before = await waitingCounts(db())
  const { id } = await makeMember({ points: 100_000 })
  await makeQuestion(id)
  const request = await makeRequest(id)
  expect(await waitingCounts(db())).toMatchObject({
    questions: before.questions + 1,
    requests: before.requests + 1,
  })
  const provider = await makeProvider({ url: 'https://panel.example.com/api/v2', key: 'key' })
  await db().rows('UPDATE order_requests SET provider_id = $2 WHERE id = $1', [request, provider])
  expect((await waitingCounts(db())).requests).toBe(before.requests)
})

import { readFile } from 'node:fs/promises'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { answerQuestion, closeQuestion } from '#lib/questions/answer-question.ts'
import { askQuestion } from '#lib/questions/ask-question.ts'
import { continueQuestion } from '#lib/questions/continue-question.ts'
import type { QuestionInput } from '#lib/questions/schema.ts'
import { storeQuestionPicture } from '#lib/questions/store-question-picture.ts'

const longQuestion = `안녕하세요. 어제 저녁에 주문한 팔로워가 절반쯤 들어오다가 멈췄어요.

1. 계정은 공개로 되어 있고, 아이디를 바꾼 적도 없어요.
2. 비슷한 시간에 같은 상품을 다른 계정으로도 주문했는데 그쪽은 다 들어왔어요.
3. 화면을 찍어 두었어요: https://photos.example.com/2026/11/22/screenshots/seoul-cafe-log-followers-before-and-after.png

이번 주 금요일에 행사가 있어서 그 전까지 채워졌으면 해요. 어려우면 남은 수량만큼 돌려받고 싶어요.`

const longAnswer = `안녕하세요, 포인트샵입니다. 기다리게 해 드려 죄송해요.

공급사에 확인해 보니 한꺼번에 주문이 몰려 천천히 진행되고 있었어요. 오늘 안에 모두 채워질 거예요. 금요일 오전까지 끝나지 않으면 남은 수량만큼 바로 돌려 드릴게요.`

const templates = [
  ['진행 지연', '주문이 몰려 평소보다 천천히 진행되고 있어요. 24시간 안에 끝나지 않으면 남은 수량만큼 돌려 드릴게요.'],
  ['비공개 계정', '계정이 비공개라 진행하지 못했어요. 공개로 바꾼 뒤 다시 주문해 주세요.'],
] as const

const ask = (memberId: number, input: Partial<QuestionInput> & { message: string }) =>
  askQuestion(db(), memberActor(memberId), { kind: 'OTHER', ...input })

const upload = async (memberId: number, name: string, path: string): Promise<number> => {
  const data = (await readFile(path)).toString('base64')
  return (await storeQuestionPicture(db(), { memberId, side: 'MEMBER' }, { data, name })).id
}

const answer = (questionId: number, message: string) => answerQuestion(db(), someStaff, { questionId, message })

/**
 * Creates questions of a member who has orders: one with a long answer that he hasn't read, one that he has continued,
 * and a closed one. Also creates a question of another member, and templates for answers. Returns the id of the
 * question with the long answer.
 */
export async function makeQuestions({ id: memberId }: TestMember): Promise<number> {
  const [order] = await db().rows<{ id: number }>('SELECT min(id) AS id FROM orders WHERE member_id = $1', [memberId])
  const closed = await ask(memberId, { message: '세금계산서는 언제 발행되나요?' })
  await answer(closed, '입금이 확인된 다음 영업일에 발행해 드려요.')
  await closeQuestion(db(), someStaff, closed)
  const continued = await ask(memberId, { kind: 'ACCOUNT', message: '이메일 주소를 바꾸고 싶어요.' })
  await answer(continued, '계정설정에서 새 주소로 받은 인증코드를 입력하면 바뀌어요.')
  await continueQuestion(db(), memberActor(memberId), { questionId: continued, message: '인증코드가 오지 않아요.' })
  const pictures = [
    await upload(memberId, '팔로워 목록 화면.png', 'public/popup-welcome.png'),
    await upload(memberId, 'screenshot_2026-11-22_followers_before_and_after_the_order.png', 'public/icon-512.png'),
  ]
  const answered = await ask(memberId, { orderId: order?.id, message: longQuestion, pictures })
  await answer(answered, longAnswer)
  const other = await makeMember({ loginId: 'official_seoul_studio_01' })
  await ask(other.id, {
    message: '충전한 지 30분이 지났는데 아직 반영되지 않았어요. 입금자명은 주식회사 가나다라마바사 커뮤니케이션즈예요.',
  })
  for (const [title, text] of templates)
    await db().rows('INSERT INTO answer_templates (title, answer) VALUES ($1, $2)', [title, text])
  return answered
}

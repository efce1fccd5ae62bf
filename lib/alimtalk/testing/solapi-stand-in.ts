import { createHmac } from 'node:crypto'
import {
  type StandInAnswer,
  type StandInFault,
  type StandInRequest,
  type StandInRequestKind,
  startStandInServer,
} from '#lib/deposits/sources/testing/stand-in.ts'
import { messageTemplates, type TemplateKind, templateKinds } from '#lib/messages/labels.ts'

// Behaves as the documentation and the SDK of Solapi describe (docs/sources.md#solapi). Other error codes are made up.

/** Name of the field of the Solapi connection that holds the id of this kind's template, such as `templateCode`. */
const templateField = (kind: TemplateKind) => `template${kind[0]}${kind.slice(1).toLowerCase()}`

/** Values of the fields of a connection to this stand-in. */
export const solapiValues: Record<string, string> = {
  apiKey: 'NCSSTANDIN000001',
  apiSecret: 'STANDINSECRET0000000000000000001',
  from: '0212345678',
  pfId: 'PF01STANDIN',
  ...Object.fromEntries(templateKinds.map((kind) => [templateField(kind), `TP01${kind}`])),
}

type Template = { status: string; content: string; channelId: string }

/** A message that the stand-in accepted. `statusCode`: 2000 at first, later 4000 (arrived) or 3059 (didn't arrive). */
export type AcceptedMessage = {
  messageId: string
  groupId: string
  to: string
  from: string
  type: 'ATA' | 'SMS' | 'LMS'
  text: string
  statusCode: string
  replacement: boolean
  replacements: { type: string }[]
  customFields: Record<string, string>
  dateCreated: string
  /** In won. */
  cost: number
}

/** Prices of a message in won. */
const prices = { ATA: 13, SMS: 18, LMS: 45 }

const json = (body: unknown, status = 200): StandInAnswer => ({ status, body: JSON.stringify(body) })
const refusal = (errorCode: string, errorMessage: string, status: number) => json({ errorCode, errorMessage }, status)

const requestKinds: readonly (readonly [RegExp, StandInRequestKind])[] = [
  [/^\/messages\/v4\/send-many\/detail$/, 'register'],
  [/^\/messages\/v4\/list$/, 'ask'],
  [/^\/messages\/v4\/groups\//, 'poll'],
]

const requestKindOf = ({ path }: StandInRequest): StandInRequestKind =>
  requestKinds.find(([rule]) => rule.test(path))?.[1] ?? 'check'

const bytesOf = (text: string): number => [...text].reduce((sum, each) => sum + (each.charCodeAt(0) < 128 ? 1 : 2), 0)

export type SolapiStandIn = Awaited<ReturnType<typeof startSolapiStandIn>>

/** A message as the shop sends it. */
type SentMessage = {
  to?: string
  from?: string
  text?: string
  customFields?: Record<string, string>
  kakaoOptions?: { pfId: string; templateId: string; variables: Record<string, string>; disableSms: boolean }
}

/** Starts a stand-in for Solapi. A test can change its `state`: the data, and `faultOf`, which makes requests fail. */
export async function startSolapiStandIn({ port = 0 }: { port?: number } = {}) {
  const salts = new Set<string>()
  const messages: AcceptedMessage[] = []
  const state = {
    balance: 1_000,
    senders: [{ phoneNumber: solapiValues.from ?? '', status: 'ACTIVE' }],
    /** Numbers without KakaoTalk: an AlimTalk to them is replaced by a text message. */
    withoutKakao: new Set<string>(),
    /** Numbers that are switched off: nothing arrives. */
    gone: new Set<string>(),
    templates: new Map<string, Template>(
      templateKinds.map((kind) => [
        `TP01${kind}`,
        { status: 'APPROVED', content: messageTemplates[kind].text, channelId: 'PF01STANDIN' },
      ]),
    ),
    faultOf: (_: StandInRequestKind): StandInFault | undefined => undefined,
    onTaken: (_: AcceptedMessage): void => undefined,
  }

  function authorize(request: StandInRequest): StandInAnswer | null {
    const header = request.header('authorization') ?? ''
    const rule = /^HMAC-SHA256 apiKey=(\w+), date=(\S+), salt=(\w{12,64}), signature=([0-9a-f]{64})$/
    const [, apiKey, date = '', salt = '', signature] = rule.exec(header) ?? []
    if (!signature) return refusal('Unauthorized', '인증 정보가 없습니다.', 401)
    if (apiKey !== solapiValues.apiKey) return refusal('InvalidAPIKey', '유효하지 않은 API Key입니다.', 403)
    const hmac = createHmac('sha256', solapiValues.apiSecret ?? '').update(`${date}${salt}`)
    if (hmac.digest('hex') !== signature)
      return refusal('SignatureDoesNotMatch', '생성한 Signature 값이 일치하지 않습니다.', 403)
    if (Math.abs(Date.parse(date) - Date.now()) > 900_000)
      return refusal('RequestTimeTooSkewed', '시각 차이가 큽니다.', 403)
    if (salts.has(salt)) return refusal('DuplicatedSignature', '이미 사용한 Signature입니다.', 403)
    salts.add(salt)
    return null
  }

  const failed = (sent: SentMessage, statusCode: string, statusMessage: string) =>
    json({
      failedMessageList: [
        {
          ...sent,
          kakaoOptions: undefined,
          type: 'ATA',
          country: '82',
          messageId: 'M4VFAILED',
          statusCode,
          statusMessage,
        },
      ],
      groupInfo: {
        groupId: `G4VFAILED${messages.length}`,
        count: { total: 1, registeredFailed: 1, registeredSuccess: 0 },
      },
      messageList: [],
    })

  /**
   * Text of a message made of its template, or the reason why the template can't be used; an empty `fault` if the
   * message has no template.
   */
  function byTemplate({ kakaoOptions }: SentMessage): { text: string } | { fault: string } {
    if (!kakaoOptions) return { fault: '' }
    const template = state.templates.get(kakaoOptions.templateId)
    if (!template || template.channelId !== kakaoOptions.pfId) return { fault: '존재하지 않는 템플릿입니다.' }
    if (template.status !== 'APPROVED') return { fault: '승인되지 않은 템플릿입니다.' }
    const text = template.content.replace(/#\{[^}]+\}/g, (name) => kakaoOptions.variables[name] ?? name)
    return text.includes('#{') ? { fault: '템플릿 변수가 일치하지 않습니다.' } : { text }
  }

  function take(request: StandInRequest): StandInAnswer {
    const [sent]: [SentMessage] = JSON.parse(request.body).messages
    if (!/^01\d{8,9}$/.test(sent.to ?? '')) return failed(sent, '1013', '수신번호 형식이 올바르지 않습니다.')
    if (!state.senders.some(({ phoneNumber, status }) => phoneNumber === sent.from && status === 'ACTIVE'))
      return failed(sent, '1062', '발신번호가 등록되지 않았습니다.')
    const kakao = byTemplate(sent)
    if (sent.kakaoOptions && 'fault' in kakao) return failed(sent, '1045', kakao.fault)
    const text = 'text' in kakao ? kakao.text : (sent.text ?? '')
    const textType = bytesOf(text) > 90 ? 'LMS' : 'SMS'
    const type = sent.kakaoOptions ? 'ATA' : textType
    if (state.balance < prices[type]) return refusal('NotEnoughBalance', '잔액이 부족합니다.', 400)
    const id = String(messages.length + 1).padStart(6, '0')
    const message: AcceptedMessage = {
      messageId: `M4V${id}`,
      groupId: `G4V${id}`,
      to: sent.to ?? '',
      from: sent.from ?? '',
      type,
      text,
      statusCode: '2000',
      replacement: false,
      replacements: [],
      customFields: sent.customFields ?? {},
      dateCreated: new Date().toISOString(),
      cost: prices[type],
    }
    messages.push(message)
    state.balance -= message.cost
    state.onTaken(message)
    return json({
      failedMessageList: [],
      groupInfo: {
        groupId: message.groupId,
        status: 'SENDING',
        count: { total: 1, registeredFailed: 0, registeredSuccess: 1 },
      },
      messageList: [
        {
          messageId: message.messageId,
          statusCode: '2000',
          statusMessage: '정상 접수(이통사로 접수 예정) ',
          customFields: message.customFields,
        },
      ],
    })
  }

  function list({ query }: StandInRequest): StandInAnswer {
    const [start, end] = [query.get('startDate'), query.get('endDate')].map((each) => (each ? Date.parse(each) : null))
    const found = messages
      .filter(({ to }) => !query.has('to') || to === query.get('to'))
      .filter(({ groupId }) => !query.has('groupId') || groupId === query.get('groupId'))
      .filter(
        ({ dateCreated }) =>
          (start ?? 0) <= Date.parse(dateCreated) && Date.parse(dateCreated) <= (end ?? Number.POSITIVE_INFINITY),
      )
      .toReversed()
    const first = query.has('startKey') ? found.findIndex(({ messageId }) => messageId === query.get('startKey')) : 0
    const limit = Number(query.get('limit') ?? 20)
    return json({
      limit,
      startKey: query.get('startKey'),
      nextKey: found[first + limit]?.messageId ?? null,
      messageList: Object.fromEntries(
        found.slice(first, first + limit).map(({ cost: _, ...message }) => [message.messageId, message]),
      ),
    })
  }

  function group(id: string): StandInAnswer {
    const message = messages.find(({ groupId }) => groupId === id)
    if (!message) return refusal('ResourceNotFound', '그룹을 찾을 수 없습니다.', 404)
    const sums = { requested: message.cost, replacement: 0, refund: 0, sum: message.cost }
    return json({
      groupId: id,
      status: 'COMPLETE',
      balance: sums,
      point: { requested: 0, replacement: 0, refund: 0, sum: 0 },
    })
  }

  function answer(request: StandInRequest): StandInAnswer {
    const refused = authorize(request)
    if (refused) return refused
    const { path } = request
    if (path === '/messages/v4/send-many/detail') return take(request)
    if (path === '/messages/v4/list') return list(request)
    if (path === '/cash/v1/balance') return json({ balance: state.balance, point: 0 })
    if (path === '/senderid/v1/numbers') return json({ accountId: '1', limit: 5, senderIds: state.senders })
    const [, groupId] = /^\/messages\/v4\/groups\/([^/]+)$/.exec(path) ?? []
    if (groupId) return group(groupId)
    const [, templateId] = /^\/kakao\/v2\/templates\/([^/]+)$/.exec(path) ?? []
    const template = templateId && state.templates.get(templateId)
    return template ? json({ templateId, ...template }) : refusal('ResourceNotFound', '찾을 수 없습니다.', 404)
  }

  /**
   * Ends the delivery of all accepted messages: they arrive by Kakao or by a text message in its place, or don't
   * arrive.
   */
  function settle(): void {
    for (const message of messages.filter(({ statusCode }) => statusCode === '2000')) {
      const isReplaced = message.type === 'ATA' && state.withoutKakao.has(message.to)
      if (isReplaced) {
        const type = bytesOf(message.text) > 90 ? 'LMS' : 'SMS'
        state.balance += message.cost - prices[type]
        Object.assign(message, { replacement: true, replacements: [{ type }], cost: prices[type] })
      }
      const isGone = state.gone.has(message.to)
      if (isGone) state.balance += message.cost
      Object.assign(message, isGone ? { statusCode: '3059', cost: 0 } : { statusCode: '4000' })
    }
  }

  const error = () => json({ errorCode: 'InternalError', errorMessage: '일시적인 오류가 발생했습니다.' })
  const server = await startStandInServer(
    { requestKindOf, answer, error },
    (requestKind) => state.faultOf(requestKind),
    port,
  )
  return { ...server, kind: 'solapi' as const, values: solapiValues, messages, state, settle }
}

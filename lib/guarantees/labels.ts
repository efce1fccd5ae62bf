/** A promise of the shop, how it is tested (`how`), and the result of the last full test run (`result`). */
export interface Guarantee {
  readonly promise: string
  readonly how: string
  /**
   * Result of the last full test run. The row of docs/guarantees.md that `row` and `commit` identify contains all its
   * numbers.
   */
  readonly result: string
  /** Text by which the row of docs/guarantees.md is found. */
  readonly row: string
  readonly commit: string
  /** Day of the run, as YYYY-MM-DD. */
  readonly date: string
}

export interface GuaranteeGroup {
  readonly title: string
  readonly guarantees: readonly Guarantee[]
}

export const guaranteeTexts = {
  title: '약속과 검증',
  hint: '포인트와 주문을 안전하게 다루겠다는 약속을 시험으로 확인해요. 일부러 끊고, 겹쳐 보내고, 속여 본 결과를 그대로 적었어요.',
  how: '확인 방법',
  result: '최근 결과',
  version: '버전',
  note: '시험은 실제 서비스와 같은 프로그램과 데이터베이스로, 실제 회원 정보 없이 진행해요. 속도는 시험 장비에 따라 달라질 수 있어요.',
} as const

/** Content of the page /guarantees. A test checks that each number in it is in docs/guarantees.md. */
export const guaranteeGroups: readonly GuaranteeGroup[] = [
  {
    title: '포인트',
    guarantees: [
      {
        promise: '입금은 빠짐없이, 한 번만 충전해요',
        how: '입금 알림을 잃어버리고, 두 번 보내고, 순서를 뒤섞는 동안 프로그램을 아무 때나 강제로 꺼요.',
        result: '충전 800건이 모두 한 번씩 충전됐고, 장부가 맞았어요.',
        row: '`prove sources`',
        commit: '55badc4c',
        date: '2026-11-24',
      },
      {
        promise: '속여서 가져갈 수 있는 포인트는 없어요',
        how: '회원 여럿이 직원과 짜고 충전, 주문, 환불, 쿠폰, 추천을 무작위로 섞어 포인트를 더 챙기려고 해요.',
        result: '10,000가지 시도에서 낸 금액보다 더 돌려받은 적이 없었어요.',
        row: 'refill farming',
        commit: 'a604c540',
        date: '2026-11-24',
      },
      {
        promise: '포인트는 언제나 규칙대로 계산해요',
        how: '충전, 주문, 취소, 환불을 무작위로 섞어 규칙만 담은 모형과 실제 쇼핑몰에 똑같이 시키고, 답과 잔액을 비교해요.',
        result: '10,000가지 순서, 116,093단계에서 다른 곳이 없었어요.',
        row: '`prove model`',
        commit: '3e7a0f47',
        date: '2026-11-25',
      },
      {
        promise: '보너스와 쿠폰은 안내한 만큼 드려요',
        how: '보너스와 쿠폰을 무작위로 만들어 충전하고, 안내한 포인트와 실제로 받은 포인트를 비교해요.',
        result: '충전 10,000건에서 모두 같았어요.',
        row: '`prove promotions`',
        commit: 'bedc7c77',
        date: '2026-11-24',
      },
    ],
  },
  {
    title: '주문',
    guarantees: [
      {
        promise: '같은 주문은 한 번만 결제해요',
        how: '주문 하나를 동시에 10번씩 보내요.',
        result: '다섯 가지 조건에서 1,000건씩, 모두 한 번만 결제됐어요.',
        row: 'ten replays meet the limit halfway',
        commit: 'bedc7c77',
        date: '2026-11-24',
      },
      {
        promise: '서버가 갑자기 꺼져도 받은 주문은 남아요',
        how: '주문을 받는 동안 프로그램과 데이터베이스를 아무 때나 200번 강제로 꺼요.',
        result: '받은 주문 103,357건이 하나도 사라지거나 두 번 들어가지 않았고, 길어도 7.1초 만에 다시 열렸어요.',
        row: '`prove crash`: 200 kill',
        commit: '5a633930',
        date: '2026-11-25',
      },
      {
        promise: '디스크와 데이터베이스가 말썽이어도 주문이 꼬이지 않아요',
        how: '주문을 받는 동안 디스크를 가득 채우고, 읽기만 되게 하고, 데이터베이스를 멈춰요.',
        result: '사라지거나 두 번 들어간 주문이 없었고, 문제가 풀린 뒤 길어도 148ms 만에 다시 주문을 받았어요.',
        row: '`prove disk`',
        commit: '3e7a0f47',
        date: '2026-11-25',
      },
      {
        promise: '보이는 가격 그대로 결제해요',
        how: '회원 등급과 할인을 무작위로 정하고 네 가지 방법으로 주문해, 안내한 가격과 결제한 가격을 비교해요.',
        result: '주문 10,000건에서 모두 같았어요.',
        row: '`prove prices`',
        commit: 'bedc7c77',
        date: '2026-11-24',
      },
      {
        promise: '주문은 한 번만 작업에 들어가요',
        how: '공급사가 응답을 잃어버리거나 틀리게 보내는 동안 프로그램을 50번 강제로 꺼요.',
        result: '주문 5,000건 가운데 두 번 보낸 주문이 없었고, 장부가 맞았어요.',
        row: '`prove deliveries`',
        commit: 'c6bb71c',
        date: '2026-11-21',
      },
      {
        promise: '자동주문은 정한 횟수만, 제때 실행해요',
        how: '시계를 앞뒤로 돌리고 프로그램을 30번 강제로 꺼요.',
        result: '자동주문 10,000개가 정한 횟수만 실행됐고, 일찍 실행된 주문이 없었어요.',
        row: '`prove auto-orders`',
        commit: 'ea3ea45',
        date: '2026-11-21',
      },
      {
        promise: '리필과 취소 요청은 잊지 않아요',
        how: '공급사가 늦게 대답하거나 거절하는 동안 프로그램을 30번 강제로 꺼요.',
        result: '요청 2,000건 가운데 두 번 환불되거나 잊힌 요청이 없었어요.',
        row: 'with a provider that also answers late',
        commit: 'bedc7c77',
        date: '2026-11-24',
      },
    ],
  },
  {
    title: '영수증',
    guarantees: [
      {
        promise: '현금영수증은 한 번만 발행해요',
        how: '발행 서비스가 응답을 잃어버리고 거절하는 동안 프로그램을 30번씩 강제로 꺼요.',
        result: '120건이 모두 한 번씩 발행됐고, 취소한 금액만큼만 고쳐졌어요.',
        row: '`prove receipts`',
        commit: '55badc4c',
        date: '2026-11-24',
      },
    ],
  },
  {
    title: '보안과 연결',
    guarantees: [
      {
        promise: '이상한 요청에도 멈추지 않아요',
        how: '294가지 기능마다 일부러 망가뜨린 요청을 2,000건씩 보내고, 장부와 저장된 내용을 확인해요.',
        result: '요청 588,000건에서 오류로 멈추거나 반만 저장된 적이 없었어요.',
        row: '`prove fuzz`: 2,000',
        commit: '43369030',
        date: '2026-11-25',
      },
      {
        promise: '한 사람이 많이 보내도 다른 사람은 느려지지 않아요',
        how: '한 API 키가 한도의 10배로 요청하는 동안 다른 키 10개의 응답 시간을 재요.',
        result: '가장 느린 5%를 뺀 응답 시간이 2.88ms에서 2.47ms로, 느려지지 않았어요.',
        row: '`prove flood`',
        commit: '8269852c',
        date: '2026-11-23',
      },
    ],
  },
  {
    title: '화면',
    guarantees: [
      {
        promise: '누구나 읽고 쓸 수 있게 만들어요',
        how: '휴대전화 조건에서 주문, 로그인, 회원가입, 약관 화면의 접근성을 점검 도구로 재요.',
        result: '네 화면 모두 접근성 100점이었어요.',
        row: '`prove lighthouse`',
        commit: 'a604c54',
        date: '2026-11-24',
      },
    ],
  },
]

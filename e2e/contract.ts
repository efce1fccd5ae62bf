/** One sentence that the contract gives its reader: where, when, and how it reads. */
export type ContractMessage = { on: string; when: string; says: string }

/** Every message of spec sections 5 and 8, in their order; the Korean of the English ones is decisions 7's. */
export const contract = {
  'login.id-empty': { on: '/login', when: 'id empty', says: '아이디를 입력 해주세요.' },
  'login.id-space': { on: '/login', when: 'id with a space', says: '아이디에 띄어쓰기는 불가능합니다.' },
  'login.password-empty': { on: '/login', when: 'password empty', says: '비밀번호를 입력 해주세요.' },
  'login.malformed': { on: '/login', when: '400', says: '입력 양식을 맞춰주세요.' },
  'login.wrong': { on: '/login', when: '404', says: '아이디 또는 비밀번호가 다릅니다.' },
  'login.fault': { on: '/login', when: 'any other answer', says: '오류가 발생했습니다.' },
  'login.done': { on: '/login', when: 'success', says: '로그인에 성공했습니다.' },

  'register.id-empty': { on: '/register', when: 'id empty', says: '아이디를 입력해 주세요' },
  'register.id-space': { on: '/register', when: 'id with a space', says: '아이디에 공백을 제거해주세요' },
  'register.password-space': { on: '/register', when: 'password with a space', says: '비밀번호에 공백을 제거해주세요' },
  'register.email-shape': { on: '/register', when: 'no @ or no dot', says: '이메일 형식을 맞춰주세요' },
  'register.password-empty': { on: '/register', when: 'password empty', says: '비밀번호를 입력해 주세요' },
  'register.password-differs': { on: '/register', when: 'confirmation differs', says: '비밀번호 재확인이 다릅니다' },
  'register.where': { on: '/register', when: 'no sign-up route', says: '가입경로를 선택해주세요' },
  'register.email-not-sent': { on: '/register', when: 'no e-mail code sent', says: '이메일 인증코드를 전송하세요' },
  'register.email-code': { on: '/register', when: 'e-mail code not 5 long', says: '이메일 인증번호 5자를 입력하세요' },
  'register.phone-not-sent': { on: '/register', when: 'no phone code sent', says: '휴대전화 인증코드를 전송하세요' },
  'register.phone-code': { on: '/register', when: 'phone code not 5 long', says: '인증번호 5자를 입력하세요' },
  'register.server': { on: '/register', when: 'refused with a sentence', says: '이미 존재하는 아이디입니다' },
  'register.fault': { on: '/register', when: 'refused without one', says: '회원가입에 실패했습니다' },
  'register.done': { on: '/register', when: 'success', says: '회원가입에 성공했습니다.' },

  'email-code.shape': { on: '/register', when: 'send: no @ or no dot', says: '이메일이 올바르지 않습니다' },
  'email-code.malformed': { on: '/register', when: 'send e-mail code: 400', says: '입력 양식을 맞춰주세요' },
  'email-code.taken': { on: '/register', when: 'send e-mail code: 409', says: '이미 존재하는 이메일 입니다' },
  'email-code.fault': { on: '/register', when: 'send e-mail code: any other', says: '오류가 발생했습니다' },
  'email-code.done': { on: '/register', when: 'send e-mail code: success', says: '인증코드가 발송되었습니다.' },
  'phone-code.shape': { on: '/register', when: 'send: not 11 long', says: '휴대전화 번호가 올바르지 않습니다' },
  'phone-code.malformed': { on: '/register', when: 'send phone code: 400', says: '입력 양식을 맞춰주세요' },
  'phone-code.taken': { on: '/register', when: 'send phone code: 409', says: '이미 존재하는 휴대전화 번호 입니다' },
  'phone-code.fault': { on: '/register', when: 'send phone code: any other', says: '오류가 발생했습니다' },
  'phone-code.done': { on: '/register', when: 'send phone code: success', says: '인증번호가 발송되었습니다.' },

  'find-id.server': { on: '/find-id', when: 'refused with a sentence', says: '가입되지 않은 이메일입니다.' },
  'find-password.server': {
    on: '/find-password',
    when: 'refused with a sentence',
    says: '가입되지 않은 이메일입니다.',
  },
  'find-password.done': { on: '/find-password', when: 'success', says: '이메일이 전송되었습니다' },
  'reset.differs': { on: '/reset-password', when: 'the fields differ', says: '비밀번호 확인이 다릅니다' },
  'reset.fault': { on: '/reset-password', when: 'failure', says: '오류가 발생했습니다' },
  'reset.done': { on: '/reset-password', when: 'success (spec 2)', says: '비밀번호가 재설정되었습니다' },

  'order.no-service': { on: '/order', when: 'no service', says: '서비스를 선택해 주세요.' },
  'order.link-empty': { on: '/order', when: 'link empty', says: '주문 링크를 입력해주세요.' },
  'order.too-few': { on: '/order', when: 'below the minimum', says: '주문 수량이 최소수량보다 적습니다.' },
  'order.too-many': { on: '/order', when: 'above the maximum', says: '주문 수량이 최대수량보다 많습니다.' },
  'order.runs-few': { on: '/order', when: 'runs not above 1', says: '자동주문 횟수는 1보다 커야 합니다' },
  'order.runs-whole': { on: '/order', when: 'runs no integer', says: '자동주문 횟수는 소수점이 불가합니다' },
  'order.interval-short': { on: '/order', when: 'interval under 60', says: '자동주문 간격은 60이상 이여야 합니다' },
  'order.interval-whole': { on: '/order', when: 'interval no integer', says: '자동주문 간격은 소수점이 불가합니다' },
  'order.points': { on: '/order', when: 'more than the balance', says: '포인트가 부족합니다.' },
  'order.read-only': { on: '/order', when: 'isReadOnly (spec 2)', says: '주문불가 상품입니다.' },
  'order.fault': { on: '/order', when: 'failure', says: '주문에 실패했습니다.' },
  'order.done': { on: '/order', when: 'success', says: '주문에 성공했습니다.' },

  'charge.name-empty': { on: '/point', when: 'depositor empty', says: '이름을 입력해 주세요.' },
  'charge.amount': { on: '/point', when: 'amount 0', says: '충전금액을 설정해주세요' },
  'charge.fault': { on: '/point', when: 'failure', says: '오류가 발생했습니다 잠시 후 시도해 주세요.' },
  'charge.done': { on: '/point', when: 'success', says: '아래 정보를 확인해주세요.' },

  'password.current-empty': { on: '/account', when: 'current empty', says: '현재 비밀번호를 입력해 주세요' },
  'password.new-empty': { on: '/account', when: 'new empty', says: '새 비밀번호를 입력해 주세요' },
  'password.differs': { on: '/account', when: 'confirmation differs', says: '비밀번호 재확인이 다릅니다' },
  'password.wrong': { on: '/account', when: '409', says: '현재 비밀번호가 다릅니다' },
  'password.fault': { on: '/account', when: 'any other answer', says: '오류가 발생했습니다' },
  'delete.fault': { on: '/account', when: 'deletion fails', says: '회원탈퇴에 실패했습니다' },
  'delete.done': { on: '/account', when: 'deletion succeeds', says: '탈퇴가 완료되었습니다' },

  'guest.password': { on: '/account', when: 'guest: password change', says: '둘러보기 중에는 불가능합니다' },
  'guest.key': { on: '/account', when: 'guest: api key', says: '둘러보기 중에는 불가능합니다' },
  'guest.referral': { on: '/account', when: 'guest: referral code', says: '둘러보기 중에는 불가능합니다' },
  'guest.delete': { on: '/account', when: 'guest: deletion', says: '둘러보기 중에는 불가능합니다' },
} as const satisfies Record<string, ContractMessage>

export type MessageKey = keyof typeof contract

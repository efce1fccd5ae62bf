/** Messages with which the pipeline refuses any call (docs/contract.md#wire). */
export const messages = {
  malformed: '입력 양식을 맞춰주세요',
  unauthenticated: '로그인이 필요합니다.',
  badKey: '유효하지 않은 API 키입니다.',
  otherMember: '다른 계정으로 로그인해 화면을 새로 불러왔어요.',
  forbidden: '권한이 없습니다.',
  reauth: '비밀번호를 다시 확인해 주세요.',
  totp: '2단계 인증이 필요해요. 로그아웃한 뒤 다시 로그인해 주세요.',
  notFound: '존재하지 않는 주소예요.',
  methodNotAllowed: '허용되지 않는 요청 방식이에요.',
  badPath: '잘못된 주소예요.',
  tooLarge: '요청이 너무 커요.',
  tooMany: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
  notJson: 'JSON 형식으로 요청해 주세요.',
  fault: '오류가 발생했습니다 잠시 후 시도해 주세요.',
  daysReversed: '종료일이 시작일보다 빨라요.',
  unavailable: '잠시 후 다시 시도해 주세요.',
} as const

import { AppError } from '#lib/core/errors.ts'

export const connectionNotChecked = (): AppError =>
  new AppError('CONFLICT', '연결 확인에 성공한 뒤에 켤 수 있어요. 연결 확인을 먼저 눌러 주세요.')

export const testEnvironmentRefused = (): AppError =>
  new AppError('CONFLICT', '테스트 환경에서는 영수증을 발행할 수 없어요. 환경을 운영으로 바꿔 주세요.')

export const anotherIssuerIsOn = (): AppError =>
  new AppError('CONFLICT', '다른 서비스가 이미 영수증을 발행하고 있어요. 그 서비스의 발행을 먼저 꺼 주세요.')

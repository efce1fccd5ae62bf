import type { SnsLoginOption } from '#lib/sns/queries.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { AlternativesBelowForm } from './alternatives-below-form.tsx'
import { SnsButtons } from './sns-buttons.tsx'

/**
 * First step of a sign-up if Naver or Kakao is enabled: the choice between a password, Naver and Kakao
 * (docs/product.md#sign-up).
 */
export const RegisterChoice = ({
  snsLogins,
  next,
}: {
  readonly snsLogins: readonly SnsLoginOption[]
  readonly next: string
}) => (
  <div className="grid gap-4">
    <ButtonLink href={`/register?kind=general&next=${encodeURIComponent(next)}`} tone="main" size="l" full>
      일반 회원가입
    </ButtonLink>
    <AlternativesBelowForm>
      <SnsButtons snsLogins={snsLogins} next={next} purpose="register" />
    </AlternativesBelowForm>
  </div>
)

import type { SnsDoor } from '#lib/sns/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { OtherWays } from './other-ways.tsx'
import { SnsDoors } from './sns-doors.tsx'

/** The first question of a sign-up where Naver or Kakao is switched on: how (docs/product.md#sign-up). */
export const RegisterChoice = ({ doors }: { readonly doors: readonly SnsDoor[] }) => (
  <div className="grid gap-4">
    <ButtonLink href="/register?kind=general" tone="main" size="l" full>
      일반 회원가입
    </ButtonLink>
    <OtherWays>
      <SnsDoors doors={doors} next="/order" purpose="register" />
    </OtherWays>
  </div>
)

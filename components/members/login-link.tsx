import Link from 'next/link'
import { loginPath } from '../sessions/safe-return-path.ts'

/** Link from the sign-up page to the login, for people who already have an account. */
export const LoginLink = ({ next }: { readonly next: string }) => (
  <>
    이미 회원이신가요?
    <Link
      href={loginPath(next)}
      prefetch={false}
      className="px-2 py-2.5 font-semibold text-main-text no-underline hover:underline"
    >
      로그인
    </Link>
  </>
)

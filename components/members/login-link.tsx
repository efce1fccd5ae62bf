import Link from 'next/link'

/** Link from the sign-up to the login, for people who already have an account. */
export const LoginLink = () => (
  <>
    이미 회원이신가요?
    <Link
      href="/login"
      prefetch={false}
      className="px-2 py-2.5 font-semibold text-main-text no-underline hover:underline"
    >
      로그인
    </Link>
  </>
)

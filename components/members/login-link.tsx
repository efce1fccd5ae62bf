import Link from 'next/link'

/** The way from a sign-up to the login, for who has an account already. */
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

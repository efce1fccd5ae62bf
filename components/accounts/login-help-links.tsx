import Link from 'next/link'

const loginHelpLinks = [
  { href: '/login', text: '로그인' },
  { href: '/find-id', text: '아이디 찾기' },
  { href: '/find-password', text: '비밀번호 찾기' },
] as const

type LoginHelpPath = (typeof loginHelpLinks)[number]['href']

/** Links to the login and to the pages that recover a login id or password, without the current page (`here`). */
export const LoginHelpLinks = ({ here }: { readonly here: LoginHelpPath }) => (
  <nav aria-label="계정 찾기" className="flex flex-wrap justify-center gap-x-1">
    {loginHelpLinks
      .filter(({ href }) => href !== here)
      .map(({ href, text }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          className="px-3 py-2.5 font-semibold text-ink-2 no-underline hover:underline"
        >
          {text}
        </Link>
      ))}
  </nav>
)

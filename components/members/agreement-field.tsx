import { useId } from 'react'
import { signUpLabels } from '#lib/members/labels.ts'

interface AgreementFieldProps {
  readonly error: string | null
}

const linkClass = 'rounded-badge px-1 py-2.5 font-semibold text-main-text underline underline-offset-2'

/**
 * Checkbox at the end of a sign-up form, by which a person agrees to the terms of service and the privacy policy; both
 * are linked (docs/contract.md#sign-up).
 */
export function AgreementField({ error }: AgreementFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-2 rounded-field bg-sunken px-3.5 py-1">
        <label className="inline-flex min-h-11 items-center gap-2.5 font-semibold" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            name="agreed"
            required
            className="size-[18px] shrink-0 accent-main"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          {signUpLabels.agreement}
        </label>
        <span aria-hidden="true" className="-ml-1 text-ink-3">
          {signUpLabels.required}
        </span>
        <span className="ml-auto flex flex-wrap text-s">
          {signUpLabels.agreedTexts.map(({ href, text }) => (
            <a key={href} href={href} target="_blank" rel="noopener" className={linkClass}>
              {text}
            </a>
          ))}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-s text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

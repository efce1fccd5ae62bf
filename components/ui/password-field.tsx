'use client'

import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { controlAttributes, controlClass, Field, type SharedFieldProps } from './field.tsx'

type PasswordFieldProps = SharedFieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
    /**
     * Name of the typed text in the accessible name of the eye button. In a form with several password fields each
     * needs its own, so that screen reader users can tell the buttons apart. The label can't be used, because it names
     * only the field.
     */
    readonly typed?: string
  }

/**
 * A password field with an eye button that shows the typed text. The field is emptied when the browser takes the page
 * from its back-forward cache: after a logout, the next person at the computer could otherwise go back to the login and
 * sign in with what was typed there.
 */
export function PasswordField({
  label,
  hint,
  error,
  required,
  labelHidden,
  dense,
  typed = '입력한 글자',
  ...rest
}: PasswordFieldProps) {
  const generatedId = useId()
  const id = rest.id ?? generatedId
  const [isShown, setIsShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && input.current) input.current.value = ''
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
  return (
    <Field {...{ id, label, hint, error, required, labelHidden }}>
      <div className="relative">
        <input
          className={cx(controlClass({ dense }), 'pr-12')}
          required={required}
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          ref={input}
          type={isShown ? 'text' : 'password'}
          {...controlAttributes(id, { hint, error })}
        />
        <button
          type="button"
          aria-label={`${typed} ${isShown ? '숨기기' : '보기'}`}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 my-auto grid size-11 place-items-center rounded-field text-ink-3 hover:text-ink"
        >
          <EyeIcon crossed={isShown} />
        </button>
      </div>
    </Field>
  )
}

const EyeIcon = ({ crossed }: { readonly crossed: boolean }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
    {crossed && <path d="m4 4 16 16" />}
  </svg>
)

'use client'

import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { apiKeyRules } from '#lib/api-keys/errors.ts'
import { apiKeyTexts, scopeHints, scopeLabels } from '#lib/api-keys/labels.ts'
import { type KeyScope, keyScopes, MAX_KEY_NAME_LENGTH } from '#lib/api-keys/rules.ts'
import type { ApiKeyRow, ShownApiKey } from '#lib/api-keys/schema.ts'
import { issuesByField } from '#lib/core/form-errors.ts'
import { callApi } from '../chrome/call-api.ts'
import { Checkbox } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

interface ApiKeyFormProps {
  /** The API key whose settings are changed; absent to create a new key. */
  readonly row?: ApiKeyRow
  /** Receives the whole text of a new key. */
  readonly onNewKey?: (key: string) => void
  readonly onClose: () => void
}

/**
 * Parses the daily cap in won: at most 12 digits, with or without commas. 0 (no cap) for an empty field, NaN for any
 * other text.
 */
const capOf = (text: string): number => {
  const plain = text.replaceAll(',', '').trim()
  return plain === '' ? 0 : /^\d{1,12}$/.test(plain) ? Number(plain) : Number.NaN
}

const inputOf = (data: FormData, row: ApiKeyRow | undefined) => ({
  name: row?.isFirst ? undefined : textOf(data, 'name').trim(),
  scopes: keyScopes.filter((scope) => data.getAll('scopes').includes(scope)),
  addresses: textOf(data, 'addresses')
    .split(/[\s,]+/)
    .filter((address) => address !== ''),
  dailyCap: capOf(textOf(data, 'dailyCap')),
})

/** Dialog that changes the settings of an API key, or creates a new key. */
export function ApiKeyForm({ row, onNewKey, onClose }: ApiKeyFormProps) {
  const router = useRouter()
  const form = useForm(async (data) => {
    const input = inputOf(data, row)
    const inputIssues = issuesByField(apiKeyRules(input))
    if (inputIssues.length > 0) return inputIssues
    const answer = row
      ? await callApi<ApiKeyRow & Partial<ShownApiKey>>('PATCH', `/auth/api-keys/${row.id}`, input)
      : await callApi<ShownApiKey>('POST', '/auth/api-keys', input)
    if (!answer.ok) {
      const { issues } = Object(answer.refusal) as { issues?: readonly { path: string; message: string }[] }
      return issues?.[0] ?? { path: '', message: answer.message || apiKeyTexts.failed }
    }
    const { apiKey, name } = answer.body
    if (apiKey && !row) onNewKey?.(apiKey)
    toast(row ? apiKeyTexts.saved(name || apiKeyTexts.first) : apiKeyTexts.made(name), { tone: 'good' })
    onClose()
    router.refresh()
    return null
  })
  const title = row ? apiKeyTexts.editTitle(row.name || apiKeyTexts.first) : apiKeyTexts.make
  return (
    <FormDialog
      title={title}
      form={form}
      action={row ? apiKeyTexts.save : apiKeyTexts.makeAction}
      busy={form.busy}
      onClose={onClose}
    >
      {!row?.isFirst && (
        <TextField
          label={apiKeyTexts.name}
          name="name"
          autoComplete="off"
          required
          maxLength={MAX_KEY_NAME_LENGTH}
          placeholder={apiKeyTexts.namePlaceholder}
          defaultValue={row?.name}
          error={form.errorOf('name')}
        />
      )}
      <ScopeFields scopes={row?.scopes ?? keyScopes} error={form.errorOf('scopes')} />
      <TextArea
        label={apiKeyTexts.addressField}
        name="addresses"
        autoComplete="off"
        spellCheck={false}
        hint={apiKeyTexts.addressHint}
        defaultValue={row?.addresses.join('\n')}
        error={form.errorOf('addresses')}
      />
      <TextField
        label={apiKeyTexts.capField}
        name="dailyCap"
        inputMode="numeric"
        autoComplete="off"
        hint={apiKeyTexts.capHint}
        defaultValue={row?.dailyCap ? row.dailyCap.toLocaleString('ko-KR') : ''}
        error={form.errorOf('dailyCap')}
      />
      <FormAlert message={form.errorOf('')} />
    </FormDialog>
  )
}

function ScopeFields({ scopes, error }: { readonly scopes: readonly KeyScope[]; readonly error: string | null }) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-1">
      <legend className="mb-1 text-s font-semibold text-ink-2">{apiKeyTexts.scopes}</legend>
      {keyScopes.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          defaultChecked={scopes.includes(scope)}
          label={
            <span>
              {scopeLabels[scope]} <span className="text-s text-ink-3">{scopeHints[scope]}</span>
            </span>
          }
        />
      ))}
      {error && (
        <p id={errorId} className="text-s text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

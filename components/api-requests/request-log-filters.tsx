import { apiKeyTexts } from '#lib/api-keys/labels.ts'
import type { ApiKeyRow } from '#lib/api-keys/schema.ts'
import { loggedCalls, requestLogTexts as texts } from '#lib/api-requests/labels.ts'
import type { ApiRequestQuery } from '#lib/api-requests/schema.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import { hrefOf } from '../ui/href.ts'
import { PhoneFold } from '../ui/phone-fold.tsx'
import { SelectField } from '../ui/select.tsx'
import { seoulDay } from '../ui/seoul-time.ts'
import { REQUEST_LOG_PATH } from './request-path.ts'

interface RequestLogFiltersProps {
  readonly query: ApiRequestQuery
  readonly keys: readonly Pick<ApiKeyRow, 'id' | 'name'>[]
}

/**
 * Filters of the request log: links and a plain GET form, so that the URL contains the filters and they work without
 * scripts.
 */
export function RequestLogFilters({ query, keys }: RequestLogFiltersProps) {
  const { failed, call, key, id, from, to } = query
  const chip = (label: string, onlyFailed: 'true' | undefined) => ({
    label,
    href: hrefOf(REQUEST_LOG_PATH, { failed: onlyFailed, call, key, id, from, to }),
    current: failed === onlyFailed,
  })
  const today = seoulDay(Date.now())
  const activeCount = [call, key, id, from, to].filter((value) => value !== undefined).length
  return (
    <div className="grid gap-3">
      <PhoneFold
        label={texts.filters(activeCount)}
        beside={
          <ChipLinks label={texts.result} links={[chip(texts.everything, undefined), chip(texts.onlyFailed, 'true')]} />
        }
      >
        <form
          key={JSON.stringify(query)}
          action={REQUEST_LOG_PATH}
          className="grid items-end gap-3 rounded-card bg-card p-4 wide:grid-cols-[1.2fr_1fr_1fr_1fr_2fr_auto]"
        >
          {failed && <input type="hidden" name="failed" value={failed} />}
          <SelectField
            label={texts.call}
            name="call"
            placeholder={texts.anyCall}
            defaultValue={call ?? ''}
            options={loggedCalls.map((each) => ({ value: each.call, label: each.label }))}
          />
          <SelectField
            label={texts.key}
            name="key"
            placeholder={texts.anyKey}
            defaultValue={key ?? ''}
            options={keys.map((each) => ({ value: each.id, label: each.name || apiKeyTexts.first }))}
          />
          <DateField label={texts.from} name="from" value={from ?? ''} today={today} />
          <DateField label={texts.to} name="to" value={to ?? ''} today={today} />
          <TextField label={texts.requestId} name="id" maxLength={40} autoComplete="off" defaultValue={id} />
          <div className="flex gap-2">
            <Button type="submit" tone="main">
              {texts.find}
            </Button>
            {activeCount > 0 && <ButtonLink href={hrefOf(REQUEST_LOG_PATH, { failed })}>{texts.reset}</ButtonLink>}
          </div>
        </form>
      </PhoneFold>
    </div>
  )
}

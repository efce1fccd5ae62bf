import { providerRules } from '#lib/providers/errors.ts'
import { type Dialect, dialectLabels, dialects, providerRemoval } from '#lib/providers/labels.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { textOf } from '../../ui/use-form.ts'
import type { RowKind } from '../row-form.tsx'
import { numberOf } from '../services/service-draft.ts'

type Values = Pick<
  ProviderRow,
  'name' | 'apiUrl' | 'dialect' | 'enabled' | 'maxInFlight' | 'perMinute' | 'alertBelow'
> & { key: string | undefined }

type FieldsProps = { readonly row: Partial<ProviderRow>; readonly errorOf: (name: string) => string | null }

const text = { dense: true, autoComplete: 'off' } as const
const count = { ...text, inputMode: 'numeric', className: 'tabular-nums' } as const

function ProviderFields({ row, errorOf }: FieldsProps) {
  const isNew = row.id === undefined
  return (
    <>
      <TextField
        label="이름"
        name="name"
        required
        {...text}
        maxLength={100}
        defaultValue={row.name}
        error={errorOf('name')}
      />
      <TextField
        label="API 주소"
        name="apiUrl"
        required
        {...text}
        inputMode="url"
        maxLength={500}
        placeholder="https://"
        defaultValue={row.apiUrl}
        error={errorOf('apiUrl')}
      />
      <TextField
        label="API 키"
        name="key"
        type="password"
        required={isNew}
        {...text}
        autoComplete="new-password"
        maxLength={500}
        placeholder={isNew ? undefined : '바꿀 때만 입력'}
        hint={isNew ? undefined : '저장된 키는 다시 볼 수 없어요.'}
        error={errorOf('key')}
      />
      <SelectField
        label="요청 형식"
        name="dialect"
        dense
        defaultValue={row.dialect ?? 'FORM'}
        options={dialects.map((dialect) => ({ value: dialect, label: dialectLabels[dialect] }))}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="동시 요청"
          name="maxInFlight"
          required
          {...count}
          defaultValue={row.maxInFlight ?? 4}
          error={errorOf('maxInFlight')}
        />
        <TextField
          label="분당 요청"
          name="perMinute"
          required
          {...count}
          defaultValue={row.perMinute ?? 600}
          error={errorOf('perMinute')}
        />
      </div>
      <TextField
        label="잔액 알림 기준"
        name="alertBelow"
        {...count}
        inputMode="decimal"
        defaultValue={row.alertBelow ?? 0}
        hint="잔액이 이보다 적으면 할 일에 올라와요. 0이면 알리지 않아요."
        error={errorOf('alertBelow')}
      />
      <Switch
        label="주문 보내기"
        hint="끄면 새 주문을 보내지 않아요. 보낸 주문의 진행은 계속 확인해요."
        name="enabled"
        defaultChecked={row.enabled ?? true}
      />
    </>
  )
}

/** A provider as its form has it; its key is only ever written. */
export const providerKind: RowKind<ProviderRow, Values> = {
  noun: '공급사',
  path: '/api/admin/providers',
  fields: (row, errorOf) => <ProviderFields row={row} errorOf={errorOf} />,
  read: (data) => ({
    name: textOf(data, 'name').trim(),
    apiUrl: textOf(data, 'apiUrl').trim(),
    key: textOf(data, 'key').trim() || undefined,
    dialect: textOf(data, 'dialect') as Dialect,
    enabled: data.get('enabled') !== null,
    maxInFlight: numberOf(textOf(data, 'maxInFlight')),
    perMinute: numberOf(textOf(data, 'perMinute')),
    alertBelow: numberOf(textOf(data, 'alertBelow') || '0'),
  }),
  rules: providerRules,
  nameOf: ({ name }) => name,
  saved: '공급사를 저장했습니다. 잔액을 곧 다시 물어봅니다.',
  removal: providerRemoval,
}

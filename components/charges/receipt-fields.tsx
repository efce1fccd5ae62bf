import { cashReceiptHint, type FeeType, feeType } from '#lib/charges/labels.ts'
import { TextField } from '../ui/field.tsx'

interface ReceiptFieldsProps {
  readonly kind: FeeType
  /** Field values of the member's last receipt of this kind. */
  readonly saved: Readonly<Record<string, string>>
  readonly errorOf: (name: string) => string | null
}

/** Fields that a receipt of this kind needs (docs/contract.md#receipt-kinds). */
export function ReceiptFields({ kind, saved, errorOf }: ReceiptFieldsProps) {
  if (kind === feeType.CASH)
    return (
      <TextField
        label="휴대전화"
        name="phone"
        type="tel"
        defaultValue={saved.phone}
        required
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder="010-0000-0000"
        hint={cashReceiptHint}
        error={errorOf('phone')}
      />
    )
  return kind === feeType.FEE ? <InvoiceFields saved={saved} errorOf={errorOf} /> : null
}

const invoiceFields = [
  { name: 'company', label: '상호', autoComplete: 'organization' },
  { name: 'businessNumber', label: '사업자등록번호', inputMode: 'numeric', placeholder: '000-00-00000' },
  { name: 'leader', label: '대표자명' },
  { name: 'phone', label: '연락처', type: 'tel', inputMode: 'tel', autoComplete: 'tel-national' },
  { name: 'jobType', label: '업태', placeholder: '예: 서비스업' },
  { name: 'jobType2', label: '종목', placeholder: '예: 광고대행' },
  { name: 'address', label: '사업장 주소', fieldClassName: 'wide:col-span-2' },
  {
    name: 'email',
    label: '이메일',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    fieldClassName: 'wide:col-span-2',
  },
] as const

function InvoiceFields({ saved, errorOf }: Omit<ReceiptFieldsProps, 'kind'>) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2">
      {invoiceFields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          defaultValue={saved[field.name]}
          required
          maxLength={200}
          error={errorOf(field.name)}
        />
      ))}
    </div>
  )
}

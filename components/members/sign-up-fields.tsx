import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select.tsx'

export interface SignUpRoute {
  readonly id: number
  readonly text: string
}

/** Select field: the way in which a new member learned of the shop. */
export const SignUpRouteField = ({
  wheres,
  error,
}: {
  readonly wheres: readonly SignUpRoute[]
  readonly error: string | null
}) => (
  <SelectField
    label="가입경로"
    name="registerWhere"
    required
    placeholder="선택해 주세요"
    options={wheres.map(({ id, text }) => ({ value: id, label: text }))}
    error={error}
  />
)

export const ReferralField = ({ error }: { readonly error: string | null }) => (
  <TextField label="추천인 코드" name="referral" placeholder="8자리 (선택)" error={error} />
)

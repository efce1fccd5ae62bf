import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select.tsx'

/** How a member found the shop, such as a search or a friend; selected at sign-up. */
export interface SignUpSource {
  readonly id: number
  readonly text: string
}

/** Select in which a new member states how he found the shop. */
export const SignUpSourceField = ({
  signUpSources,
  error,
}: {
  /** The sign-up sources to choose from. */
  readonly signUpSources: readonly SignUpSource[]
  readonly error: string | null
}) => (
  <SelectField
    label="가입경로"
    name="registerWhere"
    required
    placeholder="선택해 주세요"
    options={signUpSources.map(({ id, text }) => ({ value: id, label: text }))}
    error={error}
  />
)

export const ReferralField = ({ error }: { readonly error: string | null }) => (
  <TextField
    label="추천인 코드"
    name="referral"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    placeholder="8자리 (선택)"
    error={error}
  />
)

import type { AgreedVersions } from '#lib/members/schema.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { snsLabels, snsProviderNames } from '#lib/sns/labels.ts'
import type { SnsProvider } from '#lib/sns/rules.ts'
import { LoginLink } from '../members/login-link.tsx'
import type { SignUpSource } from '../members/sign-up-fields.tsx'
import { NarrowFormCard } from '../ui/narrow-form-card.tsx'
import { SnsRegisterForm } from './sns-register-form.tsx'

interface SnsRegisterCardProps {
  readonly provider: SnsProvider
  readonly settings: Pick<Settings, 'ENABLE_PHONE_NUMBER' | 'ENABLE_REFERRAL'>
  /** The sign-up sources to choose from. */
  readonly signUpSources: readonly SignUpSource[]
  /** Versions of the legal texts that are in force, to which the new member agrees. */
  readonly terms: AgreedVersions
}

/** Last step of a sign-up with Naver or Kakao. */
export const SnsRegisterCard = ({ provider, settings, signUpSources, terms }: SnsRegisterCardProps) => (
  <NarrowFormCard
    title={snsLabels.register[provider]}
    hint={`${snsProviderNames[provider]} 계정을 확인했어요. 이것만 입력하면 끝나요.`}
    footer={<LoginLink next="/order" />}
  >
    <SnsRegisterForm
      provider={provider}
      signUpSources={signUpSources}
      phoneVerification={settings.ENABLE_PHONE_NUMBER}
      referral={settings.ENABLE_REFERRAL}
      terms={terms}
    />
  </NarrowFormCard>
)

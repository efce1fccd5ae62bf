import type { GuidePicture } from '#lib/content/queries.ts'
import { cx } from '../ui/class-names.ts'

export const defaultDesktopPicture: GuidePicture = { src: '/guide-desktop.svg', width: 720, height: 1006 }
export const defaultMobilePicture: GuidePicture = { src: '/guide-mobile.svg', width: 360, height: 1512 }

/** Default alternative text of both pictures. */
const DEFAULT_ALT_TEXT =
  '팔로워·구독자 상품에는 프로필이나 채널 주소, 좋아요·댓글·조회수 상품에는 게시물이나 영상 주소를 넣어요. 브라우저에서는 주소창의 주소를 복사하고, 앱에서는 공유를 눌러 링크 복사를 고른 뒤 붙여 넣으세요. 작업이 끝날 때까지 계정과 게시물은 공개로 두세요.'

interface LinkGuideProps {
  /** Picture for wide screens, uploaded by staff; null for the default picture. */
  readonly desktop: GuidePicture | null
  /** Picture for phones, uploaded by staff; null for the default picture. */
  readonly mobile: GuidePicture | null
  /** Alternative text of both pictures; '' for the default text. */
  readonly text: string
}

/**
 * Picture that explains which link to enter: one picture for wide screens, another for phones
 * (docs/product.md#link-guide). The dark theme inverts the default pictures, because they have a light background.
 */
export function LinkGuide({ desktop, mobile, text }: LinkGuideProps) {
  const small = mobile ?? defaultMobilePicture
  return (
    <picture className="block overflow-hidden rounded-card bg-card">
      <source media="(width < 55.0625rem)" srcSet={small.src} width={small.width} height={small.height} />
      <img
        {...(desktop ?? defaultDesktopPicture)}
        alt={text || DEFAULT_ALT_TEXT}
        className={cx(
          'mx-auto block h-auto w-full max-wide:max-w-form',
          !desktop && 'wide:dark:[filter:invert(.9)_hue-rotate(180deg)]',
          !mobile && 'max-wide:dark:[filter:invert(.9)_hue-rotate(180deg)]',
        )}
      />
    </picture>
  )
}

import type { Device } from '#lib/catalog/rules.ts'

const pictures: Record<Device, { src: string; width: number; height: number; how: string }> = {
  desktop: {
    src: '/guide-desktop.svg',
    width: 720,
    height: 1006,
    how: '브라우저 주소창의 주소를 그대로 복사해 붙여 넣으세요.',
  },
  mobile: {
    src: '/guide-mobile.svg',
    width: 360,
    height: 1512,
    how: '앱에서 공유를 누르고 링크 복사를 고른 뒤 붙여 넣으세요.',
  },
}

const which =
  '팔로워·구독자 상품에는 프로필이나 채널 주소, 좋아요·댓글·조회수 상품에는 게시물이나 영상 주소를 넣습니다. 작업이 끝날 때까지 계정과 게시물은 공개로 두세요.'

/** Which link to enter, as a picture for the device it is seen on (spec 2). Drawn on light, so dark turns it over. */
export function LinkGuide({ device }: { readonly device: Device }) {
  const { src, width, height, how } = pictures[device]
  return (
    <section className="overflow-hidden rounded-card bg-card">
      <img
        src={src}
        width={width}
        height={height}
        alt={`${which} ${how}`}
        className="mx-auto block h-auto w-full dark:[filter:invert(.9)_hue-rotate(180deg)]"
      />
    </section>
  )
}

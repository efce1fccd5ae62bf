const desktop = { src: '/guide-desktop.svg', width: 720, height: 1006 }
const mobile = { src: '/guide-mobile.svg', width: 360, height: 1512 }

/** What both pictures say, for those who can't see them. */
const ALT =
  '팔로워·구독자 상품에는 프로필이나 채널 주소, 좋아요·댓글·조회수 상품에는 게시물이나 영상 주소를 넣습니다. 브라우저에서는 주소창의 주소를 복사하고, 앱에서는 공유를 눌러 링크 복사를 고른 뒤 붙여 넣으세요. 작업이 끝날 때까지 계정과 게시물은 공개로 두세요.'

/** Which link to enter, as a picture that fits the screen it is seen on (spec 2). Drawn on light, so dark turns it over. */
export function LinkGuide() {
  return (
    <picture className="block overflow-hidden rounded-card bg-card">
      <source media="(max-width: 880px)" srcSet={mobile.src} width={mobile.width} height={mobile.height} />
      <img
        {...desktop}
        alt={ALT}
        className="mx-auto block h-auto w-full max-wide:max-w-form dark:[filter:invert(.9)_hue-rotate(180deg)]"
      />
    </picture>
  )
}

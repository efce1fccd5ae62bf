import { ChipLinks } from '../../ui/chip-links.tsx'

const tabs = [
  { href: '/admin/services', label: '상품' },
  { href: '/admin/services/categories', label: '카테고리' },
  { href: '/admin/services/platforms', label: '플랫폼' },
] as const

/** The three lists of the services page. */
export function ServiceTabs({ current }: { readonly current: (typeof tabs)[number]['label'] }) {
  return <ChipLinks label="상품 관리" links={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} bare />
}

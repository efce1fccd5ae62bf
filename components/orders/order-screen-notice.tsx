import { Icon, type IconNode } from '../ui/icon.tsx'

/** A sentence at the top of the order screen that concerns what this viewer has asked for. */
export const OrderScreenNotice = ({ icon, text }: { readonly icon: IconNode; readonly text: string }) => (
  <p role="status" className="flex items-start gap-2.5 rounded-card bg-warn-soft px-[18px] py-4 font-semibold text-ink">
    <Icon shape={icon} size={20} className="mt-0.5 shrink-0 text-warn" />
    {text}
  </p>
)

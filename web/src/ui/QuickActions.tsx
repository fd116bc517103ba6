/*
 * <QuickActions label> — the main actions on the content above, as equal parts: 44 px buttons, on phones squares
 * with the words below. Its children are links or buttons with `quickActionClass` around <QuickAction icon>words</…>;
 * the first of them is the main one.
 * <QuickActionOff icon why> — one that is not available now; a press shows the reason.
 */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { notify } from './toast'

export function QuickActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="grid auto-cols-fr grid-flow-col gap-2">
      {children}
    </nav>
  )
}

export const quickActionClass =
  'group/action grid min-w-0 content-start justify-items-center gap-2 rounded-m text-center transition-[scale,background-color] duration-150 active:scale-[0.98] desk:flex desk:min-h-11 desk:items-center desk:justify-center desk:gap-2.5 desk:bg-brand-soft desk:px-2 desk:hover:brightness-97 desk:first:bg-brand desk:first:text-on-brand'

export function QuickAction({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <span className="grid size-13 place-items-center rounded-[18px] bg-brand-soft group-first/action:bg-brand group-first/action:text-on-brand desk:contents">
        <Icon size={20} aria-hidden="true" className="shrink-0" />
      </span>
      <span className="-mx-1.5 text-[11px] font-semibold wrap-anywhere min-[360px]:text-[12px] min-[376px]:text-[13px] desk:mx-0 desk:text-[15px]">
        {children}
      </span>
    </>
  )
}

export function QuickActionOff({ icon, why, children }: { icon: LucideIcon; why: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-disabled="true"
      aria-description={why}
      className={`${quickActionClass} opacity-60`}
      onClick={() => notify.info(why)}
    >
      <QuickAction icon={icon}>{children}</QuickAction>
    </button>
  )
}

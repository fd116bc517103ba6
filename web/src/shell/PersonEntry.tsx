import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../i18n/lazyLater'
import { Avatar } from '../ui/Avatar'
import { useWide } from '../ui/useWide'
import { PROFILE_NAV } from './nav'

const OwnLevel = lazyPart(() => import('../features/people/OwnLevel'))

/** The link to the profile at the foot of the sidebar: who is signed in, and the level. */
export function PersonEntry({ name }: { name: string | undefined }) {
  const { i18n } = useLingui()
  return (
    <Link
      to={PROFILE_NAV.to}
      title={name}
      className="flex min-h-14 items-center gap-2.5 rounded-m bg-surface px-2.5 py-2 shadow-(--e1) data-[status=active]:bg-brand-soft"
    >
      <Avatar name={name ?? ''} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-[13px] leading-[18px] font-semibold">{name ?? i18n._(PROFILE_NAV.label)}</span>
        <span className="h-4 truncate text-[12px] leading-4 text-muted">{name === undefined ? null : <Level />}</span>
      </span>
      <ChevronRight size={16} aria-hidden="true" className="shrink-0" />
    </Link>
  )
}

/** On a phone the sidebar is hidden, and the level is not requested. */
function Level() {
  return useWide() ? (
    <Suspense fallback={null}>
      <OwnLevel />
    </Suspense>
  ) : null
}

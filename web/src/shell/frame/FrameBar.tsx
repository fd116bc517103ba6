import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { signOut } from '../../api/session'
import { host } from '../../host/adapter'
import { Brand } from '../Brand'
import { useWayBack } from './wayBack'

/** The bar above the pages of a widget: the brand and the way out. A partner can hide both. */
export function FrameBar() {
  const { t } = useLingui()
  const wayBack = useWayBack()
  return (
    <header className="mb-4 flex min-h-11 items-center justify-between gap-3" data-frame-bar>
      <span data-part="brand">
        {host.widget.logo ? (
          <img src={host.widget.logo} alt="" className="h-9 max-w-40 rounded-control bg-white object-contain p-0.5" />
        ) : (
          <Brand />
        )}
      </span>
      {wayBack ? (
        <a href={wayBack} target="_top" className="ml-auto inline-flex min-h-11 items-center font-semibold text-brand">
          <Trans>Return to the shop</Trans>
        </a>
      ) : null}
      <button
        type="button"
        data-part="logout"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-surface text-muted shadow-(--e1) hover:text-text"
        aria-label={t`Sign out`}
        onClick={() => void signOut()}
      >
        <LogOut size={18} aria-hidden="true" />
      </button>
    </header>
  )
}

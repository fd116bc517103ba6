import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Settings2 } from 'lucide-react'
import { Avatar } from '../../ui/Avatar'
import { ask } from '../api/ask'
import type { Me } from '../api/queries'
import { Go } from '../parts/Go'
import { useRoleName } from '../parts/roleNames'

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-text'

/** The signed-in operator: role, settings, and the way out. */
export function Who({ me, place, onGo }: { me: Me; place: string; onGo?: (() => void) | undefined }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const role = useRoleName()
  const leave = async () => {
    await ask('session', { method: 'DELETE' }).catch(() => undefined)
    queries.clear()
    location.reload()
  }
  return (
    <div className="grid gap-1 rounded-m bg-surface p-3 pb-1 shadow-(--e1)">
      <div className="flex min-w-0 items-center gap-2.5">
        <Avatar name={me.email} size={32} />
        <div className="min-w-0">
          <p className="truncate text-[13px] font-[620]" title={me.email}>
            {me.email}
          </p>
          <p className="text-[12px] leading-tight text-muted">{role(me.role)}</p>
        </div>
      </div>
      <div className="-mx-2 flex justify-between">
        <Go
          to="/passkeys"
          onGo={onGo}
          aria-label={t`Your settings`}
          aria-current={place === '/passkeys' ? 'page' : undefined}
          className={ICON_BUTTON}
        >
          <Settings2 size={18} aria-hidden="true" />
        </Go>
        <button type="button" aria-label={t`Sign out`} className={ICON_BUTTON} onClick={() => void leave()}>
          <LogOut size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '../api/queries'
import { Side } from './Side'
import type { NavLink } from './useLinks'
import '../../ui/overlays.css'
import './menu.css'

/** The navigation of a phone: a button that opens it at the side. */
export function MenuButton({ me, links, place }: { me: Me; links: readonly NavLink[]; place: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label={t`Menu`}
        className="pointer-events-auto -ml-3 grid size-11 place-items-center rounded-control text-muted hover:text-text desk:hidden"
      >
        <Menu size={20} aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop" />
        <Dialog.Popup aria-label={t`Menu`} className="menu-popup">
          <Side me={me} links={links} place={place} onGo={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

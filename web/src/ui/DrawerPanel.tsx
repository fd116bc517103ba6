import { Drawer } from '@base-ui/react/drawer'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'
import type { DrawerPanelProps } from './Drawer'
import { shortSwipe } from './shortSwipe'
import { useBackCloses } from './useBackCloses'
import { useWide } from './useWide'
import './overlays.css'

export default function DrawerPanel(props: DrawerPanelProps) {
  const { open, onOpenChange, title, search, dirty = false, opener, children } = props
  const { t } = useLingui()
  const wide = useWide()
  const [asking, setAsking] = useState(false)
  const change = (next: boolean) => {
    if (!next && dirty) setAsking(true)
    else onOpenChange(next)
  }
  useBackCloses(open, () => change(false))
  const discard = () => {
    setAsking(false)
    onOpenChange(false)
  }
  return (
    <Drawer.Root open={open} onOpenChange={change} swipeDirection={wide ? 'right' : 'down'}>
      <Drawer.Portal>
        <Drawer.Backdrop className="overlay-backdrop" />
        <Drawer.Viewport className="drawer-viewport">
          <Drawer.Popup className="drawer-popup" finalFocus={opener} {...shortSwipe(wide, () => change(false))}>
            <span className="drawer-grip" aria-hidden="true" />
            <div className="flex items-center justify-between gap-3 pr-2 pl-5">
              <Drawer.Title className="text-[18px] font-semibold tracking-[-0.015em]">{title}</Drawer.Title>
              <Drawer.Close
                aria-label={t`Close`}
                className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken"
              >
                <X size={20} aria-hidden="true" />
              </Drawer.Close>
            </div>
            {search ? <div className="px-5 pt-2">{search}</div> : null}
            <Drawer.Content className="drawer-content">{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t`Discard changes?`}>
        <div className="grid gap-3">
          <Button variant="danger" onClick={discard}>{t`Discard`}</Button>
          <Button variant="quiet" onClick={() => setAsking(false)}>{t`Keep editing`}</Button>
        </div>
      </Dialog>
    </Drawer.Root>
  )
}

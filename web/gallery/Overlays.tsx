import { useState } from 'react'
import { Button } from '../src/ui/Button'
import { Dialog } from '../src/ui/Dialog'
import { Drawer } from '../src/ui/Drawer'
import { Group, Specimen } from './Specimen'

type Open = 'dialog' | 'drawer' | 'dirty'

export function Overlays() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Group name="Dialogs and drawers">
      {(['dialog', 'drawer', 'dirty'] as const).map((name) => (
        <Specimen key={name} name={name}>
          <Button variant="quiet" onClick={() => setOpen(name)}>
            {`Open ${name}`}
          </Button>
        </Specimen>
      ))}
      <Dialog open={open === 'dialog'} onClose={close} title="Remove this passkey?">
        <Button variant="danger" onClick={close}>
          Remove the passkey
        </Button>
      </Dialog>
      <Drawer
        open={open === 'drawer' || open === 'dirty'}
        dirty={open === 'dirty'}
        onOpenChange={close}
        title="You receive"
      >
        <p>A drawer closes by a swipe, Escape, its backdrop and the way back of the browser.</p>
      </Drawer>
    </Group>
  )
}

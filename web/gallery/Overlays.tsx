import { useState } from 'react'
import { Button } from '../src/ui/Button'
import { DangerQuestion } from '../src/ui/DangerQuestion'
import { Dialog } from '../src/ui/Dialog'
import { Drawer } from '../src/ui/Drawer'
import { OPEN, type Open } from './opened'
import { LONG_NAME } from './samples'
import { Group, Specimen } from './Specimen'

export function Overlays() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Group name="Dialogs and drawers">
      {OPEN.map((name) => (
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
      <DangerQuestion
        open={open === 'danger'}
        title="Close this account?"
        stay="Keep it"
        goOn="Close it"
        onClose={close}
        onGoOn={close}
      >
        <p>{`Нічого не можна буде повернути. ${LONG_NAME}`}</p>
      </DangerQuestion>
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

import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { documentsQuery, type Proof } from '../documents/queries'
import { DeviceCode } from './DeviceCode'

const PICTURES_MS = 3_000

/** Continues on the phone's camera. The code is created on demand, because it is valid for only five minutes. */
export default function OnPhone({ of }: { of: Proof }) {
  const [open, setOpen] = useState(false)
  if (open) return <PhoneCode of={of} onClose={() => setOpen(false)} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      <Smartphone size={18} aria-hidden="true" />
      <Trans>Continue on your phone</Trans>
    </Button>
  )
}

function PhoneCode({ of, onClose }: { of: Proof; onClose: () => void }) {
  // Shows the phone's uploads, and continues after it submits them.
  useQuery({ ...documentsQuery(of), refetchInterval: PICTURES_MS })
  return (
    <DeviceCode
      continued={{ step: of }}
      title={<Trans>Take the pictures with your phone</Trans>}
      connected={<Trans>Your phone is connected. Take the pictures there: this page continues by itself.</Trans>}
      close={<Trans>Use this computer instead</Trans>}
      onClose={onClose}
    />
  )
}

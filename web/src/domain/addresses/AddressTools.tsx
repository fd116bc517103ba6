import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '../../api/exchangeTypes'
import { Button } from '../../ui/Button'
import { AddressText } from '../AddressText'
import { finishedQuery } from '../queries'
import { savedQuery } from '../savedRequisites'
import { ScanDialog } from './ScanDialog'
import { codeReader } from './scan'
import { usedAddresses } from './used'

type AddressToolsProps = {
  to: Endpoint
  /** The field's text. Addresses are offered only while it is empty. */
  value: string
  /** Fills the field with a QR code's text, or with a used address and its memo. */
  onPick: (text: string, memo?: string) => void
}

/** Alternatives to typing an address: the camera, and addresses of earlier orders. */
export default function AddressTools({ to, value, onPick }: AddressToolsProps) {
  const [scanning, setScanning] = useState(false)
  const { data: reader } = useQuery({
    queryKey: ['code-reader'],
    queryFn: async () => (await codeReader()) ?? null,
    staleTime: Infinity,
  })
  const { data: orders } = useQuery(finishedQuery)
  // While the saved ones load, used ones wait, so that none is offered twice.
  const { data: saved, isPending } = useQuery(savedQuery)
  const used = value === '' && orders && !isPending ? usedAddresses(orders, to, saved) : []
  return (
    <>
      {reader ? (
        <>
          <Button variant="text" className="justify-self-start" onClick={() => setScanning(true)}>
            <ScanLine size={18} aria-hidden="true" />
            <Trans>Scan a QR code</Trans>
          </Button>
          <ScanDialog
            open={scanning}
            reader={reader}
            onClose={() => setScanning(false)}
            onScan={(text) => {
              setScanning(false)
              onPick(text.trim())
            }}
          />
        </>
      ) : null}
      {used.length > 0 ? (
        <section className="grid gap-2" aria-labelledby="used-addresses">
          <h2 id="used-addresses" className="px-4 text-[13px] font-normal text-muted">
            <Trans>Used before</Trans>
          </h2>
          <ul className="grid gap-2">
            {used.map((address) => (
              <li key={`${address.value} ${address.memo ?? ''}`}>
                <button
                  type="button"
                  className="grid min-h-11 w-full gap-0.5 rounded-m border border-line px-4 py-2.5 text-left hover:bg-sunken"
                  onClick={() => onPick(address.value, address.memo ?? '')}
                >
                  <AddressText value={address.value} />
                  {address.memo ? (
                    <span className="text-[13px] text-muted wrap-anywhere">
                      <Trans>Memo {address.memo}</Trans>
                    </span>
                  ) : null}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

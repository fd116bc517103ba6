import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog'
import { Notice } from '../../ui/Notice'
import { type CodeReader, scan } from './scan'

type ScanDialogProps = { open: boolean; reader: CodeReader; onClose: () => void; onScan: (text: string) => void }

/** Shows the camera's picture until a QR code is detected. */
export function ScanDialog({ open, onClose, ...rest }: ScanDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Scan the QR code</Trans>}>
      {open ? <Picture {...rest} /> : null}
    </Dialog>
  )
}

function Picture({ reader, onScan }: Pick<ScanDialogProps, 'reader' | 'onScan'>) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onScan)
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => {
    found.current = onScan
  }, [onScan])
  useEffect(() => {
    const leave = new AbortController()
    if (video.current)
      scan(reader, video.current, leave.signal).then(
        (text) => {
          if (text !== undefined && !leave.signal.aborted) found.current(text)
        },
        () => setIsClosed(true),
      )
    return () => leave.abort()
  }, [reader])
  if (isClosed) {
    return (
      <Notice tone="bad">
        <Trans>The camera could not be opened. Allow it in your browser, or paste the address.</Trans>
      </Notice>
    )
  }
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label={t`What the camera sees`}
      className="aspect-square w-full rounded-m bg-sunken object-cover"
    />
  )
}

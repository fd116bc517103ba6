import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Archive, ArrowLeft } from 'lucide-react'
import PresetsPage from '../../features/exchange/presets/PresetsPage'
import { buttonClass } from '../../ui/Button'
import { ListRow, ListRows, listRowClass } from '../../ui/ListRow'
import { backClass } from '../../ui/Page'

/** The presets in use, or the archived ones. */
export default function OwnPresets({ isArchive }: { isArchive: boolean }) {
  const { t } = useLingui()
  return (
    <PresetsPage
      isArchive={isArchive}
      back={
        isArchive ? (
          <Link to="/presets/{-$part}" params={{ part: undefined }} aria-label={t`Presets`} className={backClass}>
            <ArrowLeft size={22} aria-hidden="true" />
          </Link>
        ) : (
          <Link to="/exchange" aria-label={t`Exchange`} className={backClass}>
            <ArrowLeft size={22} aria-hidden="true" />
          </Link>
        )
      }
      link={(preset, row) => (
        <Link to="/preset/$presetId" params={{ presetId: preset.id }} className={listRowClass}>
          {row}
        </Link>
      )}
      archive={
        <ListRows>
          <Link to="/presets/{-$part}" params={{ part: 'archive' }} className={listRowClass}>
            <ListRow glyph={<Archive size={20} aria-hidden="true" />} title={<Trans>Archive</Trans>} />
          </Link>
        </ListRows>
      }
      begin={
        <Link to="/exchange" className={buttonClass()}>
          <Trans>New exchange</Trans>
        </Link>
      }
    />
  )
}

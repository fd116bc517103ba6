/** The used part of the browser's barcode detector (Shape Detection API). */
export type CodeReader = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type ReaderClass = { new (options: { formats: string[] }): CodeReader; getSupportedFormats: () => Promise<string[]> }
type Scope = { BarcodeDetector?: ReaderClass; navigator?: { mediaDevices?: Pick<MediaDevices, 'enumerateDevices'> } }

const QR = 'qr_code'

/** A QR code detector, if the browser supports it and the device has a camera. */
export async function codeReader(scope: Scope = globalThis as Scope): Promise<CodeReader | undefined> {
  const { BarcodeDetector, navigator } = scope
  if (!BarcodeDetector || !navigator?.mediaDevices) return undefined
  try {
    const [formats, devices] = await Promise.all([
      BarcodeDetector.getSupportedFormats(),
      navigator.mediaDevices.enumerateDevices(),
    ])
    const hasCamera = devices.some(({ kind }) => kind === 'videoinput')
    return hasCamera && formats.includes(QR) ? new BarcodeDetector({ formats: [QR] }) : undefined
  } catch {
    // A browser that cannot list its formats has no usable detector.
    return undefined
  }
}

/** The pause between detections, which lets a slow phone render. */
const LOOK_MS = 150

/** Detects a QR code with the camera. Stops the camera after a code or when `signal` aborts. */
export async function scan(
  reader: CodeReader,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    void video.play().catch(() => undefined)
    while (!signal.aborted) {
      const [code] = video.readyState >= video.HAVE_CURRENT_DATA ? await reader.detect(video) : []
      if (code?.rawValue) return code.rawValue
      await new Promise((next) => setTimeout(next, LOOK_MS))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

import { describe, expect, it } from 'vitest'
import { codeReader } from './scan'

class Reader {
  static getSupportedFormats = async () => ['ean_13', 'qr_code']
  detect = async () => []
}
class Other extends Reader {
  static override getSupportedFormats = async () => ['ean_13']
}
class Broken extends Reader {
  static override getSupportedFormats = () => Promise.reject(new Error('no service'))
}
const devices = (kind: string) => ({
  mediaDevices: { enumerateDevices: async () => [{ kind }] as MediaDeviceInfo[] },
})

describe('a reader of QR codes', () => {
  it('is there where the browser reads them and has a camera', async () => {
    expect(await codeReader({ BarcodeDetector: Reader, navigator: devices('videoinput') })).toBeInstanceOf(Reader)
  })

  it.each([
    ['without a camera', { BarcodeDetector: Reader, navigator: devices('audioinput') }],
    ['in a browser that has no reader', { navigator: devices('videoinput') }],
    ['over a connection that may not use a camera', { BarcodeDetector: Reader, navigator: {} }],
    ['of other codes', { BarcodeDetector: Other, navigator: devices('videoinput') }],
    ['that does not work', { BarcodeDetector: Broken, navigator: devices('videoinput') }],
  ])('is not there %s', async (_, scope) => expect(await codeReader(scope)).toBeUndefined())
})

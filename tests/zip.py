"""zip.py PROGRAM LARGE - what the program writes is a zip, in the eyes of one who did not write it; the
entries of LARGE bytes or more, or after so many, have sizes of 64 bits."""
import io
import struct
import subprocess
import sys
import zipfile

text = subprocess.check_output(sys.argv[1])
large = int(sys.argv[2])
with zipfile.ZipFile(io.BytesIO(text)) as archive:
    assert archive.testzip() is None
    for entry, letter, size in zip(archive.infolist(), b"abc", (10, 500, 7), strict=True):
        assert archive.read(entry) == bytes([letter]) * size
        wide = entry.file_size >= large or entry.header_offset >= large
        short = struct.unpack("<2I", text[entry.header_offset + 18:entry.header_offset + 26])
        assert short == ((2**32 - 1,) * 2 if wide else (entry.compress_size, size)), entry
        assert (entry.extract_version, len(entry.extra)) == ((45, 28) if wide else (20, 0)), entry
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)
    assert (b"PK\x06\x06" in text) == (b"PK\x06\x07" in text) == (archive.start_dir >= large)

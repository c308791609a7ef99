"""What every web page here needs: the HTTP server, the checks, the frame, the stream, the sheet."""
